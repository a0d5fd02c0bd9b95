import type { ComponentType } from 'react';
import type { OwnAssignment } from '#app/features/assignments/order.ts';

/** The button of a row or card in a list of trainings. */
export type ListAction = ComponentType<{
  readonly assignment: OwnAssignment;
  /** As wide as its place, for a thumb. */
  readonly big?: boolean;
  /** The first thing to do on the screen. */
  readonly primary?: boolean;
}>;
