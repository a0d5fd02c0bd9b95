import { lazy, type ComponentType } from 'react';

/** Parts of the header that are put in here once they exist; an empty slot shows nothing at all. */
export interface HeaderSlots {
  /** The bell with its list (SHELL-04); the header shows it to those who have notifications: admins and managers. */
  readonly Bell?: ComponentType;
}

/** What fills the slots of the header; the bell is fetched by those who have one alone. */
export const headerSlots: HeaderSlots = {
  Bell: lazy(async () => ({ default: (await import('#app/shell/bell/Bell.tsx')).Bell })),
};
