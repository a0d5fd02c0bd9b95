/** The facts that decide the target of a notification. */
export interface NotificationTarget {
  readonly type: string;
  /** The person concerned; null if there is nobody, or several people. */
  readonly subjectId: string | null;
  readonly moduleId: number | null;
  /** The reader. */
  readonly readerId: string;
}

/** Returns the page of the record that a notification concerns, null if there is none (SPEC §2.3, SHELL-04). */
export function notificationPath({
  type,
  subjectId,
  moduleId,
  readerId,
}: NotificationTarget): `/${string}` | null {
  if (type === 'account_locked' || type === 'name_requested') return '/users';
  if (type === 'access_review_due') return '/access-reviews';
  if (type === 'inspection_requested') return '/inspections';
  if (type === 'webhook_failed' || type === 'webhook_gone') return '/webhooks';
  if (type === 'export_ready' || type === 'export_stopped') return '/reports/export';
  if (type === 'inspection_answered') return '/inspection';
  if (type === 'integrity_findings') return '/integrity-checks';
  if (subjectId !== null && subjectId !== readerId) return `/employee/${encodeURIComponent(subjectId)}`;
  if (moduleId !== null && type !== 'training_completed') return `/training-module/${String(moduleId)}`;
  if (type === 'document_expiring') return subjectId === null ? '/hr-dashboard' : '/profile/documents';
  if (type === 'user_registered') return '/users';
  if (type === 'matrix_assigned') return subjectId === null ? '/team' : '/my-assignments';
  if (type === 'training_completed' || type === 'matrix_completed') return '/certificates';
  return null;
}
