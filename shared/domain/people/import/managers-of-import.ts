import { fullName } from '#shared/domain/people/names.ts';
import type { PlanEntry, ImportOptions, ImportContext } from './plan-types.ts';

/** A person who could be a manager, after the import. */
interface Candidate {
  readonly key: string;
  readonly entry: PlanEntry | null;
  readonly role: string;
  readonly isActive: boolean;
}

/**
 * Finds the managers that rows name by email, external ID or whole name, in the file or among the people, in any order (USR-06). A manager
 * who stays the same is not judged again. Loops are refused at every row of them.
 */
export function resolveManagers(
  entries: readonly PlanEntry[],
  world: ImportContext,
  options: ImportOptions,
): void {
  const find = candidatesOf(entries, world);
  const chosen: (readonly [PlanEntry, Candidate])[] = [];
  for (const entry of entries) {
    const { manager } = entry.row;
    if (manager === undefined) continue;
    if (manager === null) {
      entry.after = { ...entry.after, managerKey: null };
      continue;
    }
    const [found, ...others] = find(manager);
    const wrong =
      found === undefined
        ? 'import_manager_unknown'
        : others.length > 0
          ? 'import_manager_ambiguous'
          : found.key === entry.key
            ? 'import_manager_self'
            : null;
    if (wrong !== null) entry.problems.push({ field: 'manager', value: manager, reason: wrong });
    else if (found) {
      entry.after = { ...entry.after, managerKey: found.key };
      if (found.key !== entry.now?.managerId) chosen.push([entry, found]);
    }
  }
  for (const [entry, { key, entry: above, role, isActive }] of chosen) {
    if (above?.after.role === 'learner' && options.raiseManagers && above.row.role == null)
      above.after = { ...above.after, role: 'manager' };
    const wrong =
      (above?.after.role ?? role) === 'learner'
        ? 'import_manager_role'
        : !(above?.after.isActive ?? isActive)
          ? 'import_manager_inactive'
          : null;
    if (wrong !== null)
      entry.problems.push({ field: 'manager', value: entry.row.manager ?? key, reason: wrong });
  }
  refuseLoops(entries, world);
}

function candidatesOf(entries: readonly PlanEntry[], world: ImportContext) {
  const found = new Map<string, Candidate[]>();
  const add = (word: string | null | undefined, candidate: Candidate): void => {
    if (word == null || word === '') return;
    const known = found.get(word) ?? [];
    if (known.every(({ key }) => key !== candidate.key)) found.set(word, [...known, candidate]);
  };
  const byId = new Map(entries.map((entry) => [entry.key, entry]));
  const all = [
    ...world.people.map((now) => ({ now, entry: byId.get(now.id) ?? null })),
    ...entries.filter(({ now }) => now === null).map((entry) => ({ now: null, entry })),
  ];
  for (const { now, entry } of all) {
    const candidate = {
      key: now?.id ?? entry?.key ?? '',
      entry,
      role: now?.role ?? 'learner',
      isActive: now?.isActive ?? true,
    };
    for (const person of [now, entry?.after]) {
      if (!person) continue;
      add(person.email === '' ? null : `email ${person.email.toLowerCase()}`, candidate);
      add(person.externalId === null ? null : `id ${person.externalId}`, candidate);
      add(`name ${fullName(person).toLowerCase()}`, candidate);
    }
  }
  return (word: string): readonly Candidate[] =>
    found.get(`email ${word.toLowerCase()}`) ??
    found.get(`id ${word}`) ??
    found.get(`name ${word.toLowerCase()}`) ??
    [];
}

/** Marks every row of the file that is part of a loop of managers. */
function refuseLoops(entries: readonly PlanEntry[], world: ImportContext): void {
  const above = new Map<string, string | null>(world.people.map(({ id, managerId }) => [id, managerId]));
  for (const { key, after } of entries) above.set(key, after.managerKey);
  const looping = loopsIn(above);
  for (const { key, row, problems } of entries) {
    if (looping.has(key) && row.manager != null)
      problems.push({ field: 'manager', value: row.manager, reason: 'import_manager_loop' });
  }
}

/** Returns everybody who reports to themselves in the end, each line walked once. */
function loopsIn(above: ReadonlyMap<string, string | null>): ReadonlySet<string> {
  const looping = new Set<string>();
  const settled = new Set<string>();
  for (const start of above.keys()) {
    const walked: string[] = [];
    const here = new Set<string>();
    let current: string | null = start;
    while (current !== null && !settled.has(current) && !here.has(current)) {
      here.add(current);
      walked.push(current);
      current = above.get(current) ?? null;
    }
    if (current !== null && here.has(current))
      for (const key of walked.slice(walked.indexOf(current))) looping.add(key);
    for (const key of walked) settled.add(key);
  }
  return looping;
}
