import type { ReasonEntries } from './reason.ts';

/** The reasons for the server's own work: for withdrawing, stopping or keeping something. */
export const findingsReasons = {
  matrix_no_longer_requires: [
    'The person’s training matrices no longer require it.',
    'A training was withdrawn because no matrix of the person requires it.',
  ],
  removed_from_matrix: [
    'The module was removed from the training matrix.',
    'A training was withdrawn because its matrix no longer has the module.',
  ],
  module_was_retired: ['The module was retired.', 'A training was withdrawn with its module.'],
  training_withdrawn: ['The training was withdrawn.', 'A certificate was revoked with its training.'],
  access_lost: [
    'The account that requested this no longer has access to it.',
    'A run or an export stopped because its account lost the access.',
  ],
  export_stopped: ['The export could not be written. Try again.', 'An export stopped because of an error.'],
  assigning_stopped: [
    'Assigning stopped because of an error. Assign again.',
    'A run stopped because of an error.',
  ],
  training_gone: [
    'The training no longer exists or is inactive.',
    'A run stopped because its module is gone.',
  ],
  kept_training_records: [
    'Training records are kept under the pseudonym until their retention period ends.',
    'Why an erasure keeps training records.',
  ],
  kept_signatures: [
    'A signature keeps its printed name until the retention period of the signed record ends.',
    'Why an erasure keeps names in signatures.',
  ],
  kept_assignments: [
    'Assignments belong to the training records and are kept with them under the pseudonym.',
    'Why an erasure keeps assignments.',
  ],
  kept_completion_reasons: [
    'The reason for a completion that was recorded later, and its source, are part of the record, which no one can change. If they name the person, they do so until the retention period of the record ends.',
    'Why an erasure keeps reasons of completions.',
  ],
  kept_cvs: [
    'A CV that the person signed proves their qualification for the work done. Its file and signature are kept until the retention period of the records of that work ends, and only HR of the organization and administrators can open it. Unsigned versions are deleted.',
    'Why an erasure keeps signed CVs.',
  ],
  kept_certificate_files: [
    'A certificate that came with a past completion is its evidence. Its file is kept with the record until the retention period of the record ends, and it may name the person.',
    'Why an erasure keeps files of past completions.',
  ],
  kept_agreements: [
    'An agreement that was signed binds both sides and is kept with its file, its signatures and the name of a party without an account until its retention ends. From agreements that nobody signed the name, the address and the file are removed.',
    'Why an erasure keeps signed agreements.',
  ],
} as const satisfies ReasonEntries;

/** The reasons why an export ended without a file (RPT-02). */
export const exportProblems = [
  'access_lost',
  'export_stopped',
] as const satisfies readonly (keyof typeof findingsReasons)[];

/** One of {@link exportProblems}. */
export type ExportProblem = (typeof exportProblems)[number];

/** The reasons why assigning in the background ended before its end (MTX-05). */
export const runProblems = [
  'access_lost',
  'training_gone',
  'assigning_stopped',
] as const satisfies readonly (keyof typeof findingsReasons)[];

/** One of {@link runProblems}. */
export type RunProblem = (typeof runProblems)[number];

/** The reasons why an erasure keeps a record (USR-08). */
export const retentionReasons = [
  'kept_training_records',
  'kept_signatures',
  'kept_assignments',
  'kept_completion_reasons',
  'kept_cvs',
  'kept_agreements',
  'kept_certificate_files',
] as const satisfies readonly (keyof typeof findingsReasons)[];

/** The reasons why the product itself withdrew a training (MTX-06, MOD-13). */
export const withdrawalReasons = [
  'matrix_no_longer_requires',
  'removed_from_matrix',
  'module_was_retired',
] as const satisfies readonly (keyof typeof findingsReasons)[];

/** One of {@link withdrawalReasons}. */
export type WithdrawalReason = (typeof withdrawalReasons)[number];

/** The reasons why the product itself revoked a certificate (LRN-06). */
export const revocationReasons = [
  ...withdrawalReasons,
  'training_withdrawn',
] as const satisfies readonly (keyof typeof findingsReasons)[];

/** One of {@link revocationReasons}. */
export type RevocationReason = (typeof revocationReasons)[number];
