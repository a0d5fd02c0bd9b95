import { readScreens, shellPath, walkersOf, walkers, walkFacts, type Filling, type Walker } from './facts.ts';

/** One screen as one walker sees it. */
export interface Unit {
  readonly path: string;
  readonly walker: Walker;
  /** The part of the page whose controls are its own: header and menu are walked once, as the shell. */
  readonly scope: 'main' | 'body' | 'shell';
}

/** Everything that is walked: the shell once for each who signs in, then the route table; narrowed by `--screen`. */
export function unitsOf(): readonly Unit[] {
  const shell = walkers
    .filter((walker) => walker !== 'signed out')
    .map((walker) => ({ path: shellPath, walker, scope: 'shell' as const }));
  const screens = readScreens()
    .filter(({ sameAs }) => sameAs === null)
    .flatMap((screen) =>
      walkersOf(screen).map((walker) => ({
        path: screen.path,
        walker,
        scope: screen.bare || walker === 'signed out' ? ('body' as const) : ('main' as const),
      })),
    );
  return [...shell, ...screens];
}

/** {@link unitsOf} narrowed to the screens that were asked for. */
export function chosenUnits(): readonly Unit[] {
  const chosen = (process.env.WALK_SCREENS ?? '').split(',').filter((path) => path !== '');
  return unitsOf().filter(({ path }) => chosen.length === 0 || chosen.includes(path));
}

/** The address of a unit in a world. */
export function addressOf({ path, walker }: Unit, filling: Filling): string {
  const { url, places } = walkFacts()[filling];
  if (path === '$') return `${url}/no/such/page`;
  if (path === shellPath) return `${url}/`;
  return `${url}${path.replaceAll(/\$(\w+)/g, (_, name: string) => places[walker][name] ?? 'none')}`;
}

/** Who sees most of a screen: the learner of what is one's own, the manager of a team, else the administrator. */
const seesMost = ({ path }: Unit): Walker => {
  if (/^\/(?:manager|team)/.test(path)) return 'manager';
  return /^\/(?:employee$|my-|certificates|profile)/.test(path) ? 'learner' : 'admin';
};

/** Units in the order in which they are looked at: of one screen first as who sees most of it. */
export function fullestFirst(units: readonly Unit[]): readonly Unit[] {
  const rank = (unit: Unit): number => (unit.walker === seesMost(unit) ? 0 : 1);
  return units.toSorted((one, other) => rank(one) - rank(other));
}
