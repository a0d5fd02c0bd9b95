import { useCallback, useMemo, useState } from 'react';
import type { ChosenPeople } from '#app/features/assigning/AssignModulesDialog.tsx';

const nobody: ChosenPeople = new Map();

/**
 * The people selected in a list with paging on the server: they stay selected while pages, sort and filters change, with the
 * names under which they were seen.
 */
export function usePeopleSelection<Row>(
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
  nameOf: (row: Row) => string,
) {
  const [people, setPeople] = useState(nobody);
  const selected: ReadonlySet<string | number> = useMemo(() => new Set(people.keys()), [people]);
  const select = (ids: ReadonlySet<string | number>): void => {
    const names = new Map((rows ?? []).map((row) => [idOf(row), nameOf(row)]));
    setPeople((before) => {
      const next = new Map<string, string>();
      for (const id of [...ids].map(String)) next.set(id, before.get(id) ?? names.get(id) ?? id);
      return next;
    });
  };
  const clear = useCallback(() => setPeople(nobody), []);
  return { people, selected, select, clear };
}
