import type { ReactNode } from 'react';

/** The selected assignments (SPEC §2.6 'edit mode', LRN-06), and the actions for them. */
export interface AssignmentChoice {
  readonly selected: ReadonlySet<string | number>;
  readonly onSelected: (selected: ReadonlySet<string | number>) => void;
  /** Shown above the list while something is selected. */
  readonly bar: ReactNode;
}

/** Returns the selection with one id added, or removed if it was selected. */
export function toggled(
  selected: ReadonlySet<string | number>,
  id: string | number,
): ReadonlySet<string | number> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}
