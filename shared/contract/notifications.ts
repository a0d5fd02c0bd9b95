import { z } from 'zod';
import { done, instant, pageFields, pathId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { notificationPriorities } from '#shared/domain/notifications/types.ts';

/** A notification in the reader's language (SPEC §3). */
const notification = z
  .object({
    id: z.number(),
    type: z.string(),
    title: z.string(),
    message: z.string(),
    userId: z.string(),
    /** Id of the related record: a person, an assignment, a module or a matrix, by its type. */
    relatedId: z.string().nullable(),
    isRead: z.boolean(),
    priority: z.enum(notificationPriorities),
    createdAt: instant,
    /** The page of the related record; null if there is none. */
    path: z.string().nullable(),
  })
  .meta({ id: 'Notification' });

/** The bell (SPEC §7 Notifications, NOT-01): of administrators and managers, each their own. */
export const notificationsContract = {
  list: defineEndpoint({
    id: 'notifications.list',
    method: 'GET',
    path: '/api/notifications',
    summary: 'Own notifications, the newest first, and how many are unread (NOT-01)',
    access: { permission: 'notifications.own' },
    audit: { none: 'own messages' },
    data: { shows: ['notifications'] },
    query: z.strictObject({ limit: pageFields.limit, offset: pageFields.offset }),
    list: true,
    compressed: true,
    response: z
      .object({ notifications: z.array(notification), unreadCount: z.number() })
      .meta({ id: 'NotificationList' }),
  }),
  stream: defineEndpoint({
    id: 'notifications.stream',
    method: 'GET',
    path: '/api/notifications/stream',
    summary: 'Server-Sent Events: `changed` when the own notifications have changed; ends with the session',
    access: { permission: 'notifications.own' },
    audit: { none: 'says only that there is something to read' },
    data: { none: 'says only that there is something to read' },
    raw: 'text/event-stream',
    errors: ['TOO_MANY_ATTEMPTS'],
    response: z.unknown(),
  }),
  readAll: defineEndpoint({
    id: 'notifications.readAll',
    method: 'PATCH',
    path: '/api/notifications/mark-all-read',
    summary: 'Marks every own notification as read',
    access: { permission: 'notifications.own' },
    audit: { command: 'notification.allRead', record: 'users' },
    data: { changes: ['notifications'] },
    response: done,
  }),
  read: defineEndpoint({
    id: 'notifications.read',
    method: 'PATCH',
    path: '/api/notifications/:id/read',
    summary: 'Marks an own notification as read; one that is read stays so',
    access: { permission: 'notifications.own' },
    audit: { command: 'notification.read', record: 'users' },
    data: { changes: ['notifications'] },
    params: z.object({ id: pathId }),
    response: done,
  }),
};
