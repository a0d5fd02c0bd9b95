import type { ComponentType } from 'react';

/** The button of a row or card in a list of trainings. */
export type ListAction<Row> = ComponentType<{
  readonly assignment: Row;
  /** As wide as its place, for a thumb. */
  readonly big?: boolean;
  /** The first thing to do on the screen. */
  readonly primary?: boolean;
}>;
