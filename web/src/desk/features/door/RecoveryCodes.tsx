// Recovery codes, told once.
import { Button } from "../../ui/Button";

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="grid gap-3">
      <p>
        Keep these recovery codes where you find them without your phone. Each signs you in once in the place of a
        one-time code; they are not shown again.
      </p>
      <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-brand bg-alt p-3 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button onClick={() => void navigator.clipboard.writeText(codes.join("\n"))}>Copy them</Button>
    </div>
  );
}
