/**
 * The reasons why an import of completions can no longer be reversed (USR-09). A person has started or completed a later training
 * of the same module, or a paper was issued that shows completions of these people.
 */
export const reliances = ['later_training', 'paper'] as const;

/** One of {@link reliances}. */
export type Reliance = (typeof reliances)[number];

/** Kinds of papers that show completions (INS-03). Each training file of a binder is a separate paper. */
export const papersOfCompletions = [
  'people',
  'assignments',
  'completions',
  'training',
  'report',
  'training_file',
  'qualified',
  'compliance',
] as const;
