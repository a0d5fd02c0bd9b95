/** The notification types with a specific icon (SPEC §3, NOT-01). */
export const notificationTypes = [
  'first_login',
  'user_registered',
  'training_completed',
  'matrix_completed',
  'overdue_training',
  'renewal_due',
  'matrix_assigned',
  'password_reset',
] as const;

/** A notification type with a specific icon (SPEC §3, NOT-01). */
export type NotificationType = (typeof notificationTypes)[number];

/** Every kind of notice with texts in the product; those without a specific icon get the default one (SPEC §3). */
export const noticeTypes = [
  ...notificationTypes,
  'training_assigned',
  'account_locked',
  'sign_in_failures',
  'job_title_changed',
  'new_version',
  'document_expiring',
  'name_requested',
  'integrity_findings',
  'identity_requested',
  'access_review_due',
  'inspection_requested',
  'inspection_answered',
  'export_ready',
  'export_stopped',
  'webhook_failed',
  'webhook_gone',
] as const;

/** One of {@link noticeTypes}. */
export type NoticeType = (typeof noticeTypes)[number];

/** The key of an icon; 'default' for every other type (SPEC §3). */
export type NotificationIcon = NotificationType | 'default';

/** Returns the icon key of a notification, the default one for unknown types (SPEC §3, NOT-01). */
export function notificationIcon(type: string): NotificationIcon {
  return notificationTypes.find((known) => known === type) ?? 'default';
}

/** The priorities, lowest first (SPEC §3). */
export const notificationPriorities = ['low', 'medium', 'high'] as const;

/** A priority (SPEC §3). */
export type NotificationPriority = (typeof notificationPriorities)[number];

/** The largest number on the unread badge; above it the badge shows '99+' (SPEC §2.3, §9; SHELL-04). */
export const UNREAD_BADGE_MAX = 99;

/** Returns the text of the unread badge, null if it is not shown (SPEC §2.3, SHELL-04). */
export function unreadBadge(unread: number): string | null {
  if (unread <= 0) return null;
  return unread > UNREAD_BADGE_MAX ? `${UNREAD_BADGE_MAX}+` : String(unread);
}
