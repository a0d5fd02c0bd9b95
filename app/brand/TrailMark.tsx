import { useId } from 'react';

/** The three areas that have their own mark (SPEC §2.3: the logo varies by area). */
export type BrandArea = 'product' | 'training' | 'hr';

const grounds: Readonly<Record<BrandArea, readonly [string, string]>> = {
  product: ['#0b6a63', '#16a394'],
  training: ['#0a5a6e', '#12a5a0'],
  hr: ['#4a3aa8', '#8562dc'],
};

/** The drawing of TrainTrail: a trail that winds uphill from a first step to its end, which differs by area. */
export function TrailMark({
  area = 'product',
  size = 32,
}: {
  readonly area?: BrandArea;
  readonly size?: number;
}) {
  const id = useId();
  const [from, to] = grounds[area];
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={id} x1="0" y1="1" x2="1" y2="0">
          <stop offset="0" stopColor={from} />
          <stop offset="1" stopColor={to} />
        </linearGradient>
      </defs>
      <rect width="32" height="32" rx="8" fill={`url(#${id})`} />
      <g fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round">
        <path d="M8.2 24.4h9.3a4.1 4.1 0 0 0 0-8.2h-3.2a4.1 4.1 0 0 1 0-8.2h2.4" opacity="0.95" />
        <TrailEnd area={area} />
      </g>
      <circle cx="8.2" cy="24.4" r="2.5" fill="#fff" />
    </svg>
  );
}

function TrailEnd({ area }: { readonly area: BrandArea }) {
  if (area === 'training') return <path d="m19.6 8.1 2 2 3.8-4.1" />;
  if (area === 'hr') {
    return (
      <>
        <circle cx="23" cy="6.7" r="1.7" />
        <path d="M19.9 12.4a3.1 3.1 0 0 1 6.2 0" />
      </>
    );
  }
  return <circle cx="22" cy="8" r="2.6" />;
}
