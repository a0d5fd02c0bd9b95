import { Plural, Trans } from '@lingui/react/macro';
import type { DueCard } from '#shared/domain/assignments/due.ts';

/** 'Overdue' below 0 days, 'Due today' at 0, otherwise 'N days', or 'None' (LRN-01). */
export function DueWords({ due }: { readonly due: DueCard }) {
  switch (due.kind) {
    case 'overdue':
      return <Trans>Overdue</Trans>;
    case 'due_today':
      return <Trans>Due today</Trans>;
    case 'days':
      return <Plural value={due.days} one="# day" other="# days" />;
    case 'none':
      return <Trans>None</Trans>;
  }
}
