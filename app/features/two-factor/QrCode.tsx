import classes from '#app/features/two-factor/TwoFactor.module.css';

/** Modules of white around it, which scanners need. */
const margin = 3;

/** A QR code of dark modules on white, also in the dark theme: scanners expect that. */
export function QrCode({
  size,
  path,
  label,
}: {
  readonly size: number;
  readonly path: string;
  readonly label: string;
}) {
  const side = String(size + 2 * margin);
  return (
    <svg
      className={classes.qr}
      viewBox={`${String(-margin)} ${String(-margin)} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-margin} y={-margin} width={side} height={side} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}
