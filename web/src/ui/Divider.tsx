// The dot or dash between two short texts (shell §1: a dash for the umbrella brand, else a dot).

export function Divider({ kind }: { kind: string }) {
  return (
    <span aria-hidden="true" className="mx-2 opacity-60">
      {kind === "dash" ? "–" : "·"}
    </span>
  );
}
