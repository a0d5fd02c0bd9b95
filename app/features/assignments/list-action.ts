import type { ComponentType } from 'react';

/** The button of a row or card in a list of trainings. */
export type ListAction<Row> = ComponentType<{
  readonly assignment: Row;
  /** Full width, easy to tap on a phone. */
  readonly big?: boolean;
  /** The first thing to do on the screen. */
  readonly primary?: boolean;
}>;
