import classes from '#app/screens/landing/Landing.module.css';

const trail =
  'M60 372 C 150 372 196 340 196 296 C 196 236 84 240 84 184 C 84 122 250 150 286 108 C 306 84 300 60 330 46';

/** The positions of the steps on the trail, in the units of the drawing. */
const steps = [
  { x: 60, y: 372, kind: 'done' },
  { x: 194, y: 282, kind: 'done' },
  { x: 92, y: 160, kind: 'done' },
  { x: 272, y: 121, kind: 'now' },
  { x: 330, y: 46, kind: 'end' },
] as const;

/** A drawing of the product's idea: a trail with completed steps, the current one and the end. Decoration only. */
export function HeroTrail() {
  return (
    <svg className={classes.trail} viewBox="0 0 400 420" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="trail-line" x1="0" y1="1" x2="1" y2="0">
          <stop offset="0" stopColor="#1d9c90" />
          <stop offset="0.6" stopColor="#6fe0d2" />
          <stop offset="1" stopColor="#d8fff8" />
        </linearGradient>
      </defs>
      <path d={trail} className={classes.trailGround} />
      <path d={trail} className={classes.trailLine} pathLength={100} stroke="url(#trail-line)" />
      {steps.map(({ x, y, kind }, index) => (
        <g
          key={kind + String(index)}
          transform={`translate(${x} ${y})`}
          className={classes.step}
          data-kind={kind}
        >
          {kind === 'now' && <circle r="30" className={classes.pulse} />}
          <circle r="21" className={classes.stepGround} />
          {kind === 'done' && <path d="m-7.5 0.5 5 5 10 -11" className={classes.stepMark} />}
          {kind === 'now' && <path d="M0 -10 A 10 10 0 0 1 0 10 Z" className={classes.stepHalf} />}
          {kind === 'now' && <circle r="10" className={classes.stepMark} />}
          {kind === 'end' && <path d="M-6 11 V-10 M-6 -10 H8 L4 -4.5 8 1 H-6" className={classes.stepMark} />}
        </g>
      ))}
    </svg>
  );
}
