/** The permitted imports between the parts of the product (docs/ARCHITECTURE.md): one entry per folder, with all of its rules. */

interface ImportPattern {
  readonly group?: string[];
  readonly regex?: string;
  readonly message: string;
}

const override = (files: string[], patterns: readonly ImportPattern[]) => ({
  files,
  rules: {
    'no-restricted-imports': ['error', { patterns: [...patterns] }] as [
      'error',
      { patterns: ImportPattern[] },
    ],
  },
});

/** Paths of folders below a root, by the alias and relative. */
const folders = (root: string, names: readonly string[]): string[] =>
  names.flatMap((name) => [`#${root}/${name}/**`, `**/${name}/**`]);

const shared: readonly ImportPattern[] = [
  {
    group: ['#server/**', '#app/**', '#tests/**', '**/server/**', '**/app/**'],
    message: 'shared/ imports only shared/.',
  },
  { regex: '^(node:|bun:)', message: 'shared/ does no I/O: no Node modules.' },
  {
    regex:
      '^(fastify|@fastify|kysely|pg|pg-boss|react|react-dom|@mantine|@tanstack|@lingui|nodemailer|pdfkit)(/|$)',
    message: 'shared/ knows no framework.',
  },
];
const page: readonly ImportPattern[] = [
  {
    group: ['#server/**', '#tests/**', '**/server/**'],
    message: 'The page reaches the server through the contract only.',
  },
  { regex: '^node:', message: 'The page runs in a browser.' },
];
const server: readonly ImportPattern[] = [
  {
    group: ['#app/**', ...['lib', 'ui', 'screens', 'shell', 'features'].map((name) => `**/app/${name}/**`)],
    message: 'The server does not import the page.',
  },
  { group: ['#tests/**', '**/tests/**'], message: 'Production code does not import tests.' },
];

/** The areas of server/domains by level: each may import those of lower levels, through their index.ts. */
const levels: readonly (readonly string[])[] = [
  ['accounts'],
  ['signatures'],
  ['organizations'],
  ['people'],
  ['modules'],
  ['curricula'],
  ['assignments'],
  ['hr', 'certificates'],
  ['reminders'],
  ['reports'],
];
/** Areas that subscribe to events. They may import every area of a level, and no area imports them. */
const listeners: readonly string[] = ['notifications', 'webhooks', 'audit'];
/** Areas that import no area, and that no area imports. */
const apart: readonly string[] = ['mail'];
const areas = [...levels.flat(), ...listeners, ...apart];

/** Returns the areas whose index.ts an area may import. */
function importable(area: string): readonly string[] {
  if (apart.includes(area)) return [];
  const level = levels.findIndex((names) => names.includes(area));
  return (level === -1 ? levels : levels.slice(0, level)).flat();
}

const throughIndex = 'Another area is imported through #server/domains/<area>/index.ts.';

function ofArea(area: string): readonly ImportPattern[] {
  const others = importable(area);
  const named = others.length === 0 ? 'no other area' : `only the index.ts of ${others.join(', ')}`;
  return [
    ...server,
    {
      group: [
        '#server/domains/**',
        ...others.map((other) => `!#server/domains/${other}/index.ts`),
        `!#server/domains/${area}/**`,
      ],
      message: `${area} imports ${named}.`,
    },
    {
      regex: `^(\\.\\./)+(${areas.filter((other) => other !== area).join('|')})/`,
      message: throughIndex,
    },
    { regex: '^(\\.\\./)+(domains|server)/', message: throughIndex },
    {
      group: ['#server/app.ts', '#server/subscriptions.ts', '#server/cli/**', '#server/main.ts'],
      message: 'An area does not import what composes it.',
    },
  ];
}

/** Overrides for the linter: the last one that matches a file applies, so each also contains the rules of the parent folder. */
export const importRules = [
  override(['shared/**/*.ts'], shared),
  override(
    ['shared/domain/**/*.ts'],
    [
      ...shared,
      {
        group: ['#shared/contract/**', '**/contract/**'],
        message: 'Rules do not know the API: the contract imports the domain.',
      },
    ],
  ),
  override(['app/**/*.{ts,tsx}'], page),
  override(
    ['app/ui/**/*.{ts,tsx}', 'app/lib/**/*.{ts,tsx}'],
    [
      ...page,
      {
        group: folders('app', ['screens', 'features', 'shell']),
        message: 'The kit and lib/ know no screen, feature or shell.',
      },
    ],
  ),
  override(
    ['app/features/**/*.{ts,tsx}'],
    [
      ...page,
      {
        group: folders('app', ['screens', 'shell']),
        message: 'A feature is used by screens, not the other way round.',
      },
    ],
  ),
  override(['server/**/*.ts'], server),
  override(
    ['server/platform/**/*.ts'],
    [
      ...server,
      {
        group: [
          '#server/domains/**',
          '**/domains/**',
          '#server/app.ts',
          '#server/subscriptions.ts',
          '#server/cli/**',
        ],
        message: 'platform/ knows no domain.',
      },
    ],
  ),
  override(
    ['server/db/schema/**/*.ts', 'server/db/migrations/**/*.ts'],
    [
      ...server,
      { group: ['#server/domains/**', '**/domains/**'], message: 'The schema knows no domain code.' },
    ],
  ),
  ...areas.map((area) => override([`server/domains/${area}/**/*.ts`], ofArea(area))),
];
