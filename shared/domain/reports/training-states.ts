/**
 * The state of a person's training in the list by module (MTX-09): the status of the current cycle, or that a matrix requires the
 * module and the person does not have it. The order is that of urgency.
 */
export const trainingStates = [
  'overdue',
  'expired',
  'not_assigned',
  'not_started',
  'in_progress',
  'completed',
] as const;

/** One of {@link trainingStates}. */
export type TrainingState = (typeof trainingStates)[number];
