import { isGenuineToken, newOneTimeToken } from '#server/domains/accounts/index.ts';
import { sql } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { cvRequestMail } from '../hr.mails.ts';

/** The number of days for which the link of a request works. */
const linkDays = 30;

interface Asked {
  readonly id: string;
  readonly email: string;
  readonly settings: unknown;
  /** The CV was requested less than a day ago, so it is not requested again. */
  readonly askedToday: boolean;
}

/**
 * Requests CVs of people by email (HR-02): each gets their own link that works once. People with a request within a day are
 * skipped; one person outside the reach refuses the call as if there were nobody.
 */
export async function requestCvs(
  tx: CommandTransaction,
  reach: Reach,
  userIds: readonly string[],
  message: string | undefined,
): Promise<{ readonly requested: number; readonly skipped: number }> {
  const wanted = [...new Set(userIds)];
  const reached = sql`u.id = any(${wanted}::text[]) and ${isActivePerson('u')}
    and ${withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)}`;
  // A separate statement is needed, so that a concurrent request reads the rows of the first one.
  await sql`select 1 from users u where ${reached} order by u.id for no key update`.execute(tx.db);
  const { rows: people } = await sql<Asked>`
    select u.id, u.email, u.settings, exists (select 1 from hr_cv_requests r where r.user_id = u.id and r.fulfilled_at is null and r.withdrawn_at is null
      and r.requested_at > app_now() - interval '1 day') as asked_today
    from users u where ${reached} order by u.id
  `.execute(tx.db);
  if (people.length < wanted.length) throw new AppError('NOT_FOUND');
  const asked = people.filter((person) => !person.askedToday);
  if (asked.length === 0) return { requested: 0, skipped: people.length };
  const links = asked.map((person) => ({
    person,
    ...newOneTimeToken(tx.services.config, 'cv_request', person.id),
  }));
  const made = await tx.db
    .insertInto('hrCvRequests')
    .values(asked.map(({ id }) => ({ userId: id, requestedBy: tx.actorId })))
    .returning(['id', 'userId'])
    .execute();
  const requestOf = new Map(made.map(({ id, userId }) => [userId, id]));
  await tx.db
    .insertInto('oneTimeTokens')
    .values(
      links.map(({ person, row }) => ({
        ...row,
        payload: JSON.stringify({ requestId: requestOf.get(person.id) }),
        expiresAt: sql<Date>`app_now() + make_interval(days => ${linkDays})`,
      })),
    )
    .execute();
  await queueMails(
    tx,
    links.map(({ person, token }) => ({
      template: cvRequestMail,
      to: person.email,
      userId: person.id,
      language: settingsWithDefaults(person.settings as Readonly<Record<string, unknown>>).language,
      payload: { message: message ?? '' },
      secret: token,
      cause: `cv.requested hr_cv_requests ${String(requestOf.get(person.id))}`,
    })),
  );
  return { requested: asked.length, skipped: people.length - asked.length };
}

/** Uses the link of a request (HR-02): once, and only for its person. LINK_DEAD for every other token. */
export async function openCvRequest(tx: CommandTransaction, userId: string, token: string): Promise<void> {
  const used = await tx.db
    .updateTable('oneTimeTokens')
    .set({ usedAt: sql<Date>`app_now()` })
    .where('tokenHash', '=', sha256Hex(token))
    .where('kind', '=', 'cv_request')
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`app_now()`)
    .returning(['kind', 'tokenHash', 'userId', 'payload', 'mac'])
    .returning(sql<number>`(payload ->> 'requestId')::int`.as('requestId'))
    .executeTakeFirst();
  if (!used || !isGenuineToken(tx.services.config, used)) throw new AppError('LINK_DEAD');
  await tx.db
    .updateTable('hrCvRequests')
    .set({ openedAt: sql<Date>`app_now()` })
    .where('id', '=', used.requestId)
    .execute();
}
