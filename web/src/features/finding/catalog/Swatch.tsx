// A colour as a disc, in one or two colours. Drawn as SVG: styles in markup are refused by the
// content security policy.

export function Swatch({ hex, className = "size-4" }: { hex: readonly string[]; className?: string }) {
  const [first = "#d0d5dd", second] = hex;
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={`shrink-0 ${className}`}>
      <circle cx="10" cy="10" r="9.5" fill={first} />
      {second ? <path d="M3.3 16.7A9.5 9.5 0 0 0 16.7 3.3z" fill={second} /> : null}
      <circle cx="10" cy="10" r="9.3" fill="none" stroke="#00000040" />
    </svg>
  );
}
