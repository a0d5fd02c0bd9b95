import type { DueCard } from '#shared/domain/assignments/due.ts';
import type { Tone } from '#app/theme/tokens.ts';

/** The tone of the cards Due Soon and Next Due. */
export const dueTones: Readonly<Record<DueCard['kind'], Tone>> = {
  overdue: 'red',
  due_today: 'amber',
  days: 'amber',
  none: 'green',
};
