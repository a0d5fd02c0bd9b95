/** Background colors on which white letters are readable (AA). */
const grounds = [
  ['#0b6a63', '#0f7f76'],
  ['#1a52ab', '#2565c7'],
  ['#5f33b0', '#7447c4'],
  ['#8a2a62', '#a03a76'],
  ['#9a3412', '#b0431b'],
  ['#3f6212', '#4a7217'],
  ['#155e75', '#1b7089'],
  ['#3f4f66', '#4d5f78'],
  ['#7d1128', '#94203a'],
] as const;

function hashOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}

/** Returns one or two letters for a name: the first letters of its first two words. */
export function monogramOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s\-–]+/)
    .filter(Boolean);
  const letters = words.slice(0, 2).map((word) => /^./u.exec(word)?.[0].toLocaleUpperCase() ?? '');
  return letters.join('') || '–';
}

/** A square with the letters of an organization; color and letters follow from its name (UI.md). */
export function Monogram({
  name,
  letters,
  size = 40,
}: {
  readonly name: string;
  readonly letters?: string;
  readonly size?: number;
}) {
  const [from, to] = grounds[hashOf(name) % grounds.length] ?? grounds[0];
  const text = letters ?? monogramOf(name);
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 40 40"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none' }}
    >
      <rect width="40" height="40" rx="9" fill={from} />
      <path d="M0 31C9 31 11 23 20 23s11-8 20-8v16a9 9 0 0 1-9 9H9a9 9 0 0 1-9-9Z" fill={to} />
      <text
        x="20"
        y="20"
        dy="0.36em"
        fill="#fff"
        fontSize={text.length > 2 ? 12 : 15}
        fontWeight="700"
        textAnchor="middle"
        style={{ letterSpacing: '0.01em' }}
      >
        {text}
      </text>
    </svg>
  );
}
