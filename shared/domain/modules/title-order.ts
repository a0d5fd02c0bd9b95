import type { FamilyRow } from './families.ts';
import { familyOf } from './families.ts';

const CRO_NUMBER = /TP[-\s]CRO[-\s_]*(\d+)(?:[.-](\d+))?([a-z](?![a-z]))?/i;

/**
 * Returns the number by which a title is sorted (SPEC §9). 'TP-CRO' titles weigh major × 10000 + minor × 100 + letter (a = 1).
 * Others use their first number, and titles without one sort last.
 */
export function titleNumber(title: string): number {
  const cro = CRO_NUMBER.exec(title);
  if (cro) {
    const letter = cro[3] === undefined ? 0 : cro[3].toLowerCase().charCodeAt(0) - 96;
    return Number(cro[1]) * 10_000 + Number(cro[2] ?? 0) * 100 + letter;
  }
  const first = /\d+/.exec(title);
  return first ? Number(first[0]) : Number.POSITIVE_INFINITY;
}

const titles = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Orders titles of one group by their number, then as people read them (SPEC §9); equal only for the same title. */
export function compareTitles(a: string, b: string): number {
  const left = titleNumber(a);
  const right = titleNumber(b);
  if (left !== right) return left < right ? -1 : 1;
  const read = titles.compare(a, b);
  if (read !== 0) return read;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The modules of one group under its heading (SPEC §2.8). */
export interface ModuleGroup<Module> {
  readonly groupName: string;
  readonly modules: readonly Module[];
}

/** Modules by family group in the order of the groups, each sorted by title number; groups without modules are left out (SPEC §9). */
export function groupByFamily<Module extends { readonly title: string; readonly family: string | null }>(
  modules: readonly Module[],
  families: readonly FamilyRow[],
): ModuleGroup<Module>[] {
  const rows = new Map(families.map((family) => [family.code, family]));
  const groups = new Map<string, { position: number; modules: Module[] }>();
  for (const module of modules) {
    const family = rows.get(familyOf(module, families));
    const name = family?.groupName ?? 'Other';
    const group = groups.get(name) ?? {
      position: family?.groupPosition ?? Number.POSITIVE_INFINITY,
      modules: [],
    };
    group.modules.push(module);
    groups.set(name, group);
  }
  return [...groups.entries()]
    .toSorted(([aName, a], [bName, b]) => a.position - b.position || (aName < bName ? -1 : 1))
    .map(([groupName, group]) => ({
      groupName,
      modules: group.modules.toSorted((a, b) => compareTitles(a.title, b.title)),
    }));
}
