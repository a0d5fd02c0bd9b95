import type { ReactNode } from 'react';

/** The selected assignments (SPEC §2.6 'edit mode', LRN-06), and the actions for them. */
export interface AssignmentChoice {
  readonly selected: ReadonlySet<string | number>;
  readonly onSelected: (selected: ReadonlySet<string | number>) => void;
  /** Stands above the list while something is chosen. */
  readonly bar: ReactNode;
}

/** The choice with one id more, or less where it was in. */
export function toggled(
  selected: ReadonlySet<string | number>,
  id: string | number,
): ReadonlySet<string | number> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}
