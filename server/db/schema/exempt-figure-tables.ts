import type { AppPrivilege, ExemptTable } from './audited-table.ts';

const change: readonly AppPrivilege[] = ['insert', 'update', 'delete'];

/** Tables of figures and of marks for them: whatever they have follows from audited rows. */
export const exemptFigureTables: readonly ExemptTable[] = [
  {
    name: 'people_counts',
    exempt: 'sums over users, written by the triggers of users only',
    proof: 'recomputed',
    app: [],
  },
  {
    name: 'person_figures',
    exempt: 'counts of audited rows, made anew by the fold at any time',
    proof: 'recomputed',
    app: change,
  },
  {
    name: 'group_figures',
    exempt: 'sums of audited rows, made anew by the fold at any time',
    proof: 'recomputed',
    app: change,
  },
  {
    name: 'person_module_figures',
    exempt: 'what audited rows of a person and a module come to, made anew by the fold at any time',
    proof: 'recomputed',
    app: change,
  },
  {
    name: 'group_module_figures',
    exempt: 'sums of audited rows of a module, made anew by the fold at any time',
    proof: 'recomputed',
    app: change,
  },
  {
    name: 'person_matrix_figures',
    exempt: 'what audited rows of a person and a matrix come to, made anew by the fold at any time',
    proof: 'recomputed',
    app: change,
  },
  {
    name: 'matrix_figures',
    exempt: 'sums of audited rows of a matrix, made anew by the fold at any time',
    proof: 'recomputed',
    app: change,
  },
  {
    name: 'person_cvs',
    exempt: 'until when the audited CV of a person is valid, made anew by the fold at any time',
    proof: 'recomputed',
    app: change,
  },
  {
    name: 'cv_figures',
    exempt: 'sums of audited CVs, made anew by the fold at any time',
    proof: 'recomputed',
    app: change,
  },
  {
    name: 'figure_days',
    exempt: 'sums of audited rows, of each day; without names of people',
    proof: 'recomputed',
    app: change,
  },
  {
    name: 'figure_changes',
    exempt: 'whose figures are to be counted anew, written by triggers only',
    proof: { none: 'a mark too many costs time; one that is missing shows in `person_figures`' },
    app: ['delete'],
  },
  {
    name: 'matrix_changes',
    exempt: 'of which matrices people are to be counted anew, written by triggers only',
    proof: { none: 'a mark too many costs time; one that is missing shows in `person_matrix_figures`' },
    app: ['delete'],
  },
];
