import type { ComponentType } from 'react';

/** Parts of the header that are put in here once they exist; an empty slot shows nothing at all. */
export interface HeaderSlots {
  /** The bell with its list (SHELL-04); the header shows it to those who have notifications: admins and managers. */
  readonly Bell?: ComponentType;
}

/** What fills the slots of the header. */
export const headerSlots: HeaderSlots = {};
