// The secret of one-time codes as a picture to scan. Dark on light in either theme: scanners know no other.
import { encode } from "uqr";

export function CodePicture({ address }: { address: string }) {
  const { data, size } = encode(address, { border: 2 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg role="img" aria-label="QR code for an authenticator app" viewBox={`0 0 ${size} ${size}`} className="size-44">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
