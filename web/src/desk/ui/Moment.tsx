// A moment, with its full time for who points at it.
import { fullMoment, moment } from "../shared/moments";

export function Moment({ at, className }: { at: string | number; className?: string }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={fullMoment(at)} className={className}>
      {moment(at)}
    </time>
  );
}
