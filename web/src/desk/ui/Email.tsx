// An e-mail as text: where it does not fit on a line it goes on before its sign, and not in the middle of a word.

export function Email({ of }: { of: string }) {
  const at = of.lastIndexOf("@");
  if (at < 1) return of;
  return (
    <>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </>
  );
}
