import type { Language } from '#shared/domain/people/settings.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import type { outboxContract } from '#shared/contract/outbox.ts';
import type { QueryOf, ResponseInput } from '#shared/contract/endpoint.ts';
import { MAX_COUNTED } from '#shared/domain/lists/counted.ts';
import { mailStates, type MailState } from '#shared/domain/notifications/outbox.ts';
import type { MailText } from '#shared/domain/notifications/mail-texts.ts';
import type { DB } from '#server/db/db.d.ts';
import { containing, orderBy } from '#server/platform/http/order-by.ts';
import { textFor } from '#server/platform/mail/mail-texts.ts';
import { oneLine } from '#server/platform/mail/render.ts';
import { shownContent } from '#server/platform/mail/shown-mail.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';

type Query = QueryOf<typeof outboxContract.list>;
type Mail = ResponseInput<typeof outboxContract.list>[number];

/** SQL of the stored states behind a state of the screen: an email that is being sent still shows as pending. */
export const storedStates = (state: MailState): RawBuilder<unknown> =>
  state === 'waiting' ? sql`('waiting', 'sending')` : sql`(${sql.lit(state)})`;

function conditions({ state, template, q, from, to }: Query, timeZone: string): RawBuilder<unknown> {
  const all = [
    ...(state ? [sql`m.state in ${storedStates(state)}`] : []),
    ...(template === undefined ? [] : [sql`m.template = ${template}`]),
    ...(q === undefined || q.trim() === ''
      ? []
      : [sql`lower(m.to_address) like lower(${containing(q.trim())})`]),
    ...(from ? [sql`m.created_at >= ${from}::date::timestamp at time zone ${timeZone}`] : []),
    ...(to ? [sql`m.created_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
  ];
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `);
}

/** SQL of what lists show of an email `m` to a person `u`. */
export const mailColumns = sql`m.id, m.to_address as to, m.template, m.language, m.cause, m.attempts, m.created_at, m.sent_at, m.last_error,
  case m.state when 'sending' then 'waiting' else m.state end as state,
  case when m.state in ('waiting', 'sending') then m.next_attempt_at end as next_attempt_at,
  nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), '') as person`;

/** A row whose subject is created from its payload until it is sent. */
type StoredRow = Omit<Mail, 'subject'> & {
  readonly language: Language;
  readonly subject: string | null;
  readonly payload: unknown;
  readonly text: MailText | null;
};

/** Returns a page of the outbox (NOT-02), of the first {@link MAX_COUNTED}; sealed secrets are not read for it. */
export async function listOutbox(
  db: Kysely<DB>,
  templates: ReadonlyMap<string, MailTemplate>,
  query: Query,
  timeZone: string,
): Promise<{ readonly rows: Mail[]; readonly total: number }> {
  const where = conditions(query, timeZone);
  const keys = {
    createdAt: sql`m.created_at`,
    to: sql`lower(m.to_address)`,
    template: sql`m.template`,
    attempts: sql`m.attempts`,
  };
  const [{ rows }, counted] = await Promise.all([
    sql<StoredRow>`
      select ${mailColumns}, m.subject, case when m.subject is null then m.payload - 'secret' end as payload,
        case when m.subject is null then ${textFor(sql`m.template`, sql`m.language`, sql`u.organization_id`)} end as text
      from mail_outbox m left join users u on u.id = m.user_id
      where ${where} order by ${orderBy(query.sort, keys, '-createdAt', sql`m.id desc`)}
      limit ${query.limit} offset ${query.offset}`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total from (select from mail_outbox m where ${where} limit ${MAX_COUNTED + 1}) m`.execute(
      db,
    ),
  ]);
  return {
    rows: rows.map(({ payload, subject, text, ...mail }) => ({
      ...mail,
      subject: subject ?? oneLine(shownContent(templates, { ...mail, payload }, text)?.subject ?? ''),
    })),
    total: counted.rows[0]?.total ?? 0,
  };
}

/** SQL for the number of emails in a state, at most one more than {@link MAX_COUNTED}, by the index of states. */
const countOf = (state: MailState): RawBuilder<unknown> => sql`
  (select count(*)::int from (select from mail_outbox where state in ${storedStates(state)} limit ${MAX_COUNTED + 1}) m)
  as ${sql.id(state)}`;

/** Returns the number of emails in each state (NOT-02); one more than {@link MAX_COUNTED} means that there are more. */
export async function countOutbox(db: Kysely<DB>): Promise<Record<MailState, number>> {
  const { rows } = await sql<Record<MailState, number>>`select ${sql.join(mailStates.map(countOf))}`.execute(
    db,
  );
  return rows[0] ?? { waiting: 0, sent: 0, failed: 0, held: 0 };
}

const audienceSql = ({ audience, organizationId }: Audience): RawBuilder<unknown> => sql`
  from users u left join organizations o on o.id = u.organization_id
  where ${isActivePerson('u')} and o.is_active is not false
    and (${organizationId}::int is null or u.organization_id = ${organizationId})
    and (${audience}::text = 'everyone' or u.role = 'admin' or (${audience} = 'managers' and u.role = 'manager'))`;

interface Audience {
  readonly audience: string;
  readonly organizationId: number | null;
}

/** Returns how many people an announcement is for, by their settings: few differ, so few come (NOT-02). */
export async function countAudience(
  db: Kysely<DB>,
  audience: Audience,
): Promise<readonly { settings: Readonly<Record<string, unknown>>; people: number }[]> {
  const { rows } = await sql<{ settings: Readonly<Record<string, unknown>>; people: number }>`
    select u.settings, count(*)::int as people ${audienceSql(audience)} group by u.settings`.execute(db);
  return rows;
}

/** Returns the audience of an announcement: active people, of one organization or of all (NOT-02). */
export async function audienceOf(
  db: Kysely<DB>,
  audience: Audience,
): Promise<readonly { id: string; email: string; settings: Readonly<Record<string, unknown>> }[]> {
  const { rows } = await sql<{ id: string; email: string; settings: Readonly<Record<string, unknown>> }>`
    select u.id, u.email, u.settings ${audienceSql(audience)} order by u.id`.execute(db);
  return rows;
}
