import type { TrainingState } from './training-states.ts';

/** Letter and ground of each state in files, as the light theme of the screen has them (MTX-09). */
export const gridColors: Readonly<Record<TrainingState, { readonly text: string; readonly tint: string }>> = {
  overdue: { text: '#ac1f1a', tint: '#fdeae8' },
  expired: { text: '#7d1128', tint: '#f9e1e6' },
  not_assigned: { text: '#824600', tint: '#fdf0d7' },
  not_started: { text: '#46566a', tint: '#e9eef3' },
  in_progress: { text: '#1a52ab', tint: '#e4eefc' },
  completed: { text: '#0c6637', tint: '#e1f5e8' },
};
