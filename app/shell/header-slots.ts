import { lazy, type ComponentType } from 'react';

/** Parts of the header that are filled in once they exist; an empty slot is invisible. */
export interface HeaderSlots {
  /** The bell with its list (SHELL-04); the header shows it to people who have notifications: admins and managers. */
  readonly Bell?: ComponentType;
}

/** The content of the header slots; the bell is loaded only for people who have one. */
export const headerSlots: HeaderSlots = {
  Bell: lazy(async () => ({ default: (await import('#app/shell/bell/Bell.tsx')).Bell })),
};
