import type { Language } from '#shared/domain/people/settings.ts';
import { defineTexts } from '#shared/texts/define-texts.ts';
import { translateAll, type Translated } from '#server/platform/texts/translate.ts';
import { reportTexts, type ReportTexts } from './report-texts.ts';

/** The texts of a training file in addition to those of the completion report. */
const ownTexts = defineTexts('trainingFile', {
  file: 'Training File',
  zone: 'Times without a zone are in',
  email: 'Email',
  jobTitle: 'Job title',
  role: 'Role',
  department: 'Department',
  manager: 'Manager',
  notSpecified: 'Not specified',
  cycle: 'Cycle',
  version: 'Version',
  content: 'Content',
  origin: 'Assigned by',
  scope: 'Assignments, completions, signatures and certificates.',
  scopeWithCv: 'Assignments, completions, signatures, certificates and CV.',
  record: 'Training record',
  scopeOfRecord: 'One completion with its signature and certificate.',
  completions: 'Completions',
  open: 'Not completed',
  statement: 'Statement',
  contents: 'Content that was completed',
  certificate: 'Certificate',
  validUntil: 'Valid until',
  noEnd: 'No end date',
  cvs: 'CV versions',
  cvFile: 'File',
  uploaded: 'Uploaded',
  waitsForSignature: 'Waits for the owner’s signature',
  removed: 'Removed assignments',
  removedOn: 'Removed',
  reason: 'Reason',
  voided: 'REMOVED',
  notSigned: 'Confirmed by the learner; no signature required',
  recordedAfterwards: 'Recorded afterwards, not signed by the learner',
  importedBy: 'Imported',
  sourceFile: 'File',
  sourceCertificate: 'Certificate of the source, SHA-256',
  onboarding: 'Onboarding',
  absences: 'Absences',
  firstDay: 'First day',
  lastDay: 'Last day',
  returnUnknown: 'Return not known',
  returnDays: 'Days after return',
  recordedOn: 'Recorded',
  recordedBy: 'Recorded by',
  none: 'None.',
  roles: { admin: 'Administrator', manager: 'Manager', learner: 'Learner' },
  worth: { valid: 'Valid', expired: 'Expired', revoked: 'Revoked', not_valid: 'NOT VALID' },
  removals: {
    matrix_no_longer_requires: 'The person’s training matrices no longer require it.',
    removed_from_matrix: 'The module was removed from the training matrix.',
    module_was_retired: 'The module was retired.',
  },
});

/** The texts of a training file in one language. */
export type FileTexts = ReportTexts & Translated<typeof ownTexts>;

/** Returns the texts of a training file in a language. */
export const fileTexts = (language: Language): FileTexts => ({
  ...translateAll(language, reportTexts),
  ...translateAll(language, ownTexts),
});
