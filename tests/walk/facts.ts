import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdersOf, permissionTable, type Permission } from '#shared/domain/access/permissions.ts';

/** What a world of the walk is filled with (UI.md 'Proof'). */
export const fillings = ['demo', 'none', 'long'] as const;
/** One of {@link fillings}. */
export type Filling = (typeof fillings)[number];

/** Who walks: nobody signed in, or an account of the demo data. */
export const walkers = ['signed out', 'learner', 'manager', 'admin', 'hr', 'inspector'] as const;
/** One of {@link walkers}. */
export type Walker = (typeof walkers)[number];

/** What the walk must know of one of its servers. */
export interface WorldFacts {
  readonly url: string;
  /** What stands for the parameters of addresses: `$userId`, `$moduleId`, `$slug`, `$code`. */
  readonly places: Readonly<Record<Walker, Readonly<Record<string, string>>>>;
}

/** Every server of the walk, one a filling. */
export type WalkFacts = Readonly<Record<Filling, WorldFacts>>;

/** The name under which global-setup.ts leaves {@link WalkFacts} for the tests. */
export const factsVariable = 'TRAINTRAIL_WALK';

/** The facts of this run. */
export function walkFacts(): WalkFacts {
  const text = process.env[factsVariable];
  if (text === undefined) throw new Error('No server runs: the walk starts with npm run walk');
  return JSON.parse(text) as WalkFacts;
}

/** One screen of the route table. */
export interface WalkScreen {
  readonly path: string;
  readonly access: 'public' | Permission;
  /** Without the header and sidebar of the shell. */
  readonly bare: boolean;
  /** The path under which the same screen is walked (SPEC §2.2), else null. */
  readonly sameAs: string | null;
}

/** The root of the repository. */
export const root = join(import.meta.dirname, '../..');

/**
 * The screens of app/router.tsx and of the tables in it, read from their text: the table itself needs the page's build. A screen that cannot be read
 * fails, so that none is left out.
 */
export function readScreens(): readonly WalkScreen[] {
  const read = (file: string) => readFileSync(join(root, 'app', file), 'utf8');
  const text = read('router.tsx');
  const shared = new Map(
    [...text.matchAll(/^const (\w+) = \{\n([\s\S]*?)\n\} as const/gm)].map(([, name, body]) => [name, body]),
  );
  const tableIn = (source: string) => /export const \w+ = \[([\s\S]*?)\n\] as const/.exec(source)?.[1] ?? '';
  const table = tableIn(text).replace(/^ *\.\.\.([a-z]+)Screens,$/gm, (_, part: string) =>
    tableIn(read(`shell/public/${part}-screens.ts`)),
  );
  const entries = table.split(/path: '/).slice(1);
  if (entries.length < 10 || /^ {2}\.\.\./m.test(table))
    throw new Error('The route table does not look as expected');
  return entries.map((entry) => {
    const [path = ''] = entry.split("'");
    const spread = [...entry.matchAll(/\.\.\.(\w+)/g)].map(([, name]) => shared.get(name) ?? '');
    const access = /access: '([\w.]+)'/.exec([entry, ...spread].join('\n'))?.[1];
    if (access !== 'public' && !(access !== undefined && access in permissionTable)) {
      throw new Error(`The access of ${path} is not known`);
    }
    // The home of a person is the dashboard of the role, which has a path of its own.
    const sameAs = path === '/' ? '/employee' : (/sameAs: '([^']+)'/.exec(entry)?.[1] ?? null);
    return { path, access: access as WalkScreen['access'], bare: entry.includes('bare: true'), sameAs };
  });
}

/** Who may see a screen: the holders of its permission, or who is signed out where it is for everybody. */
export function walkersOf(screen: Pick<WalkScreen, 'access'>): readonly Walker[] {
  const { access } = screen;
  if (access === 'public') return ['signed out'];
  return walkers.filter((walker) => walker !== 'signed out' && holds(walker, access));
}

function holds(walker: Exclude<Walker, 'signed out'>, permission: Permission): boolean {
  const granted = walker === 'hr' || walker === 'inspector';
  const grants = granted ? [{ kind: walker, organizationId: 1 }] : [];
  const subject = { id: '', role: granted ? 'learner' : walker, organizationId: 1, grants } as const;
  return holdersOf(subject).some((holder) => holder in permissionTable[permission]);
}

/** The name of the shell in declarations: header, sidebar and what opens from them. */
export const shellPath = 'shell';

/** The name of a screen's files: `/employee/$userId` → `employee-userId`. */
export function fileNameOf(path: string): string {
  if (path === '/') return 'home';
  if (path === '$') return 'not-found';
  return path.replaceAll('$', '').replaceAll('/', ' ').trim().replaceAll(' ', '-').toLowerCase();
}
