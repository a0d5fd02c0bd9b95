import { sql, type Kysely } from 'kysely';
import type { QueryOf, ResponseInput } from '#shared/contract/endpoint.ts';
import type { notificationsContract } from '#shared/contract/notifications.ts';
import { notificationPath } from '#shared/domain/notifications/path.ts';
import type { NotificationPriority } from '#shared/domain/notifications/types.ts';
import { fullName } from '#shared/domain/people/names.ts';
import type { Language } from '#shared/domain/people/settings.ts';
import type { DB } from '#server/db/db.d.ts';
import { numberOf, renderNotice } from './texts/render.ts';

/** A stored notification with the person whom it is about. */
export interface NotificationRow {
  readonly id: number;
  readonly type: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly userId: string;
  readonly relatedId: string | null;
  readonly isRead: boolean;
  readonly priority: NotificationPriority;
  readonly createdAt: Date;
  readonly subjectId: string | null;
  readonly subjectErased: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
}

/** The columns of a {@link NotificationRow}; `n` are notifications, `s` the people whom they are about. */
export const notificationColumns = sql`n.id, n.type, n.params, n.user_id, n.related_id, n.is_read, n.priority, n.created_at,
  n.subject_id, s.erased_at is not null as subject_erased, s.first_name, s.last_name, s.email`;

/** Title, message and page of a notification for its reader: the name is the one that the person has today (USR-08). */
export function shownNotification(row: NotificationRow, language: Language) {
  const { subjectId, userId, type, params } = row;
  const name = fullName(row) || (row.email ?? '');
  return {
    ...renderNotice(type, language, { params, name, self: subjectId === userId }),
    path: row.subjectErased
      ? null
      : notificationPath({ type, subjectId, moduleId: numberOf(params['moduleId']), readerId: userId }),
  };
}

type Listed = ResponseInput<typeof notificationsContract.list>;

/**
 * Returns a page of the person's notifications, the newest first, and the number of unread ones (NOT-01): two statements, each by
 * its index.
 */
export async function notificationsOf(
  db: Kysely<DB>,
  reader: { readonly id: string; readonly language: Language },
  page: QueryOf<typeof notificationsContract.list>,
): Promise<Listed & { readonly total: number }> {
  const [list, counts] = await Promise.all([
    sql<NotificationRow>`
      select ${notificationColumns} from notifications n left join users s on s.id = n.subject_id
      where n.user_id = ${reader.id} and n.in_bell
      order by n.id desc limit ${page.limit} offset ${page.offset}
    `.execute(db),
    sql<{ total: number; unread: number }>`
      select (select count(*)::int from notifications where user_id = ${reader.id} and in_bell) as total,
        (select count(*)::int from notifications where user_id = ${reader.id} and not is_read and in_bell) as unread
    `.execute(db),
  ]);
  const [count] = counts.rows;
  return {
    notifications: list.rows.map((row) => ({
      id: row.id,
      type: row.type,
      userId: row.userId,
      relatedId: row.relatedId,
      isRead: row.isRead,
      priority: row.priority,
      createdAt: row.createdAt,
      ...shownNotification(row, reader.language),
    })),
    unreadCount: count?.unread ?? 0,
    total: count?.total ?? 0,
  };
}
