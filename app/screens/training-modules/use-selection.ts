import { useState } from 'react';
import { moduleLibraryContract } from '#shared/contract/module-library.ts';
import { call } from '#app/lib/client.ts';
import { messages } from '#app/lib/messages.ts';
import { reportFailure } from '#app/lib/query.ts';
import type { Library } from '#app/screens/training-modules/use-library.ts';
import type { Chosen } from '#app/screens/training-modules/modules.ts';

/** The most modules that one call adds to a matrix. */
const most = 1000;

/** The modules selected for a matrix (SPEC §2.7): they stay while filters and pages change. */
export function useSelection(filters: Library['filters']) {
  const [selected, setSelected] = useState<ReadonlyMap<number, Chosen>>(new Map());
  const [busy, setBusy] = useState(false);
  const toggle = ({ id, title }: Chosen): void => {
    const next = new Map(selected);
    if (!next.delete(id)) next.set(id, { id, title });
    setSelected(next);
  };
  const selectAll = async (): Promise<void> => {
    setBusy(true);
    try {
      const names = await call(moduleLibraryContract.names, { query: { ...filters, limit: most } });
      // Modules selected under other filters stay selected, up to the limit of one call.
      setSelected((before) => {
        const all = [...before, ...names.map((module) => [module.id, module] as const)];
        return new Map([...new Map(all)].slice(0, most));
      });
    } catch (error) {
      reportFailure(error instanceof Error ? error : new Error(String(error)), messages.modulesRefreshFailed);
    } finally {
      setBusy(false);
    }
  };
  /** Sets the selection of the given shown modules; the selection of other modules stays. */
  const setOf = (shown: readonly Chosen[], ids: ReadonlySet<string | number>): void => {
    const next = new Map(selected);
    for (const { id, title } of shown) {
      if (!ids.has(id)) next.delete(id);
      else if (next.size < most) next.set(id, { id, title });
    }
    setSelected(next);
  };
  const forget = (id: number): void => {
    if (!selected.has(id)) return;
    const next = new Map(selected);
    next.delete(id);
    setSelected(next);
  };
  return {
    selected,
    busy,
    toggle,
    setOf,
    forget,
    selectAll: () => void selectAll(),
    clear: () => setSelected(new Map()),
    /** The maximum of one call is already selected. */
    full: selected.size >= most,
  };
}

/** The result of {@link useSelection}. */
export type Selection = ReturnType<typeof useSelection>;
