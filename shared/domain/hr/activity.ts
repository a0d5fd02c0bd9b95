/** The kinds of recent activity in the HR area (SPEC §2.16, HR-01). */
export const hrActivityTypes = [
  'cv_requested',
  'cv_uploaded',
  'cv_signed',
  'agreement_uploaded',
  'agreement_sent',
  'agreement_active',
  'agreement_declined',
  'agreement_notice_given',
  'agreement_terminated',
  'document_uploaded',
  'document_asked',
  'document_acknowledged',
  'registration_added',
  'registration_uploaded',
  'registration_retired',
] as const;

/** One of {@link hrActivityTypes}. */
export type HrActivityType = (typeof hrActivityTypes)[number];
