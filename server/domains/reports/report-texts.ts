import { defineTexts } from '#shared/texts/define-texts.ts';
import type { Translated } from '#server/platform/texts/translate.ts';

/** The texts of the completion report as PDF; `version` heads a narrow column and is shortened (RPT-02). */
export const reportTexts = defineTexts('report', {
  title: 'Completion Report',
  people: 'People',
  assignments: 'Assignments',
  completionRate: 'Completion rate',
  organization: 'Organization',
  noOrganization: 'No organization',
  completed: 'Completed',
  overdue: 'Overdue',
  expired: 'Expired',
  days: 'Average days',
  module: 'Module',
  version: 'Ver.',
  status: 'Status',
  assigned: 'Assigned',
  due: 'Due',
  score: 'Score',
  signature: 'Signature',
  statements: 'What was signed',
  notValid: 'NOT VALID',
  noData: 'No data',
  notSigned: 'Not signed',
  fromSource: 'Recorded from source, not signed',
  nobody: 'No one matches these filters.',
  statuses: {
    not_started: 'Not started',
    in_progress: 'In progress',
    completed: 'Completed',
    overdue: 'Overdue',
    expired: 'Expired',
  },
  tiers: { excellent: 'Excellent', good: 'Good', needs_improvement: 'Needs Improvement', critical: 'Poor' },
  faults: {
    moved: 'the signature belongs to another record',
    record_changed: 'the record was changed after signing',
    content_changed: 'the content was changed after signing',
    signature_changed: 'the signature itself was changed',
    unknown_key: 'the signature was made with a key unknown here',
    retired_key: 'the signature was made with a key no longer in use then',
    missing: 'the signature is missing',
  },
});

/** The texts of the completion report in one language. */
export type ReportTexts = Translated<typeof reportTexts>;
