import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { modulePublishingContract } from '#shared/contract/module-publishing.ts';
import type { BodyOf, ResponseInput } from '#shared/contract/endpoint.ts';
import { countAssignments, type ComplianceRow } from '#shared/domain/compliance/figures.ts';
import {
  byMostWork,
  publishingEffect,
  ratesOf,
  mustRetrain,
  type PublishingEffect,
  type RetrainingChoice,
  type StatusBefore,
} from '#shared/domain/modules/publishing.ts';
import type { DB } from '#server/db/db.d.ts';
import { overtakingOf, publishDraft, requirePublishable } from '#server/domains/modules/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { namedInEffect } from '../people-named.ts';
import { lockPeople } from '../plan.ts';
import { todayIn } from '../effective-status.ts';
import { dayOf, latestOf, promisedVersion } from '../retraining.ts';

type Choice = BodyOf<typeof modulePublishingContract.publish>;
type Answer = ResponseInput<typeof modulePublishingContract.publish>;
type Effect = NonNullable<Answer['effect']>;

/** The day of a version, resolved: whether it takes effect at publishing, or else from when. */
interface Day {
  readonly atOnce: boolean;
  readonly effectiveFrom: Date;
}

interface Affected {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly standing: StatusBefore;
  readonly dueDate: string | null;
  /** Due date of a training again on the version's day. */
  readonly again: string;
  /** Days that an effective version has promised who finishes an old one; null without. */
  readonly promisedDays: number | null;
  readonly today: string;
  /** All assignments of the module, for the rate. */
  readonly rows: readonly ComplianceRow[];
}

/** Previews the effect of publishing a draft on people (MOD-11); nothing is written. Throws NOT_FOUND, ILLEGAL_STEP, CONFLICT. */
export async function previewPublishing(
  db: Kysely<DB>,
  zone: string,
  moduleId: number,
  versionId: number,
  choice: Choice,
): Promise<Answer> {
  await requireDraft(db, moduleId, versionId);
  await requirePublishable(db, moduleId);
  const day = await dayFor(db, moduleId, zone, choice.effectiveFrom ?? null);
  const { effect, effectHash, overtakenBy } = await effectOf(db, moduleId, versionId, choice, day);
  return { preview: true, effectHash, ...day, overtakenBy, effect };
}

/** Publishes a draft (MOD-11). With the hash of a preview nothing happens if the effect has changed: EFFECT_CHANGED, with the new one. */
export async function publishVersion(
  tx: CommandTransaction,
  zone: string,
  moduleId: number,
  versionId: number,
  choice: Choice,
): Promise<Answer> {
  // The module first, then the people, so that people who are assigned or complete it never wait for the module.
  await sql`select id from training_modules where id = ${moduleId} for no key update`.execute(tx.db);
  await requireDraft(tx.db, moduleId, versionId);
  const day = await dayFor(tx.db, moduleId, zone, choice.effectiveFrom ?? null);
  const holders = await sql<{ userId: string }>`
    select user_id from (${latestOf(moduleId)}) l order by user_id
  `.execute(tx.db);
  await lockPeople(
    tx,
    holders.rows.map(({ userId }) => userId),
  );
  const { effect, effectHash, overtakenBy } = await effectOf(tx.db, moduleId, versionId, choice, day);
  if (choice.effectHash !== undefined && choice.effectHash !== effectHash) {
    throw new AppError('EFFECT_CHANGED', { extra: { effectHash, overtakenBy, effect } });
  }
  await publishDraft(tx, moduleId, versionId, {
    changeNote: choice.changeNote,
    effectiveFrom: day.atOnce ? null : day.effectiveFrom,
    retraining: choice.retraining,
    dueDays: choice.dueDays,
  });
  return { preview: false, effectHash, ...day, overtakenBy, effect: null };
}

async function requireDraft(db: Kysely<DB>, moduleId: number, versionId: number): Promise<void> {
  const version = await db
    .selectFrom('moduleVersions')
    .select('status')
    .where('id', '=', versionId)
    .where('moduleId', '=', moduleId)
    .executeTakeFirst();
  if (!version) throw new AppError('NOT_FOUND', { reason: 'version_not_found' });
  if (version.status !== 'draft') {
    throw new AppError('ILLEGAL_STEP', { reason: 'version_published' });
  }
}

/**
 * A day starts in the time zone of the module's organization, or of the publisher if it has none. A day that has already started
 * means at once.
 */
async function dayFor(db: Kysely<DB>, moduleId: number, zone: string, date: string | null): Promise<Day> {
  const { rows } = await sql<Day>`
    select d.at is null or d.at <= app_now() as at_once,
      case when d.at > app_now() then d.at else app_now() end as effective_from
    from training_modules m
    left join organizations o on o.id = m.organization_id
    cross join lateral (select ${date}::date::timestamp at time zone coalesce(o.time_zone, ${zone}) as at) d
    where m.id = ${moduleId}
  `.execute(db);
  const [day] = rows;
  if (!day) throw new AppError('NOT_FOUND', { reason: 'module_not_found' });
  return day;
}

async function effectOf(
  db: Kysely<DB>,
  moduleId: number,
  versionId: number,
  choice: Choice,
  { atOnce, effectiveFrom }: Day,
): Promise<Pick<Answer, 'effectHash' | 'overtakenBy'> & { readonly effect: Effect }> {
  const overtakenBy = await overtakingOf(db, versionId);
  const { rows } = await sql<Affected>`
    select u.id, u.first_name, u.last_name, u.email, l.status as standing, l.due_date,
      ${dayOf(atOnce ? sql`app_now()` : sql`${effectiveFrom}::timestamptz`)} + ${choice.dueDays}::int as again,
      promised.retraining_days as promised_days, ${todayIn(sql`o.time_zone`)} as today,
      (select json_agg(json_build_object('status', h.status, 'dueDate', h.due_date, 'moduleId', h.module_id, 'cycle', h.cycle,
        'isRequired', h.is_required, 'nextRenewalDate', h.next_renewal_date)) from training_assignments h
        where h.user_id = l.user_id and h.module_id = l.module_id) as rows
    from (${latestOf(moduleId)}) l
    join users u on u.id = l.user_id and ${isActivePerson('u')}
    left join organizations o on o.id = u.organization_id
    left join lateral (${promisedVersion(sql`l.module_version_id`, sql`app_now()`)}) promised on l.status = 'in_progress'
    order by lower(u.last_name), lower(u.first_name), u.id
  `.execute(db);
  const judged = rows.map((row) => {
    const promised = row.promisedDays !== null;
    const effect = publishingEffect(row.standing, choice.retraining, { atOnce, promised });
    return { row, effect, counts: countAssignments(row.rows, row.today) };
  });
  const people = judged.map(({ row: { id, firstName, lastName, email, ...row }, effect }) => ({
    id,
    firstName,
    lastName,
    email,
    effect,
    ...datesOf(row, effect, choice),
  }));
  const { before, after } = ratesOf(judged);
  // The hash does not include the moment: the same people, effects and days are the same effect.
  const lines = people
    .map(({ id, effect, ...dates }) => {
      const { dueDate, againDueDate, againDays } = dates;
      return [id, effect, dueDate ?? '-', againDueDate ?? '-', againDays ?? '-'].join(' ');
    })
    .toSorted();
  // The publisher saw that the draft is up to date, or the version whose changes it may lack.
  if (overtakenBy) lines.push(`overtaken by ${String(overtakenBy.number)}`);
  return {
    overtakenBy,
    effect: {
      counts: countsOf(people),
      people: byMostWork
        .flatMap((effect) => people.filter((person) => person.effect === effect))
        .slice(0, namedInEffect),
      rateBefore: before,
      rateAfter: after,
    },
    effectHash: createHash('sha256').update(lines.join('\n'), 'utf8').digest('hex'),
  };
}

const countsOf = (people: readonly { readonly effect: PublishingEffect }[]): Effect['counts'] => {
  const of = (effect: PublishingEffect) => people.filter((person) => person.effect === effect).length;
  return {
    stays: of('stays'),
    retrained: of('retrained'),
    moves: of('moves'),
    begins_again: of('begins_again'),
    finishes_old: of('finishes_old'),
    finishes_old_retrained_if_before: of('finishes_old_retrained_if_before'),
    finishes_old_then_retrained: of('finishes_old_then_retrained'),
  };
};

/** Returns the due dates of a person: for what comes first, and for a training that may follow. */
function datesOf(
  { dueDate, again, promisedDays }: Pick<Affected, 'dueDate' | 'again' | 'promisedDays'>,
  effect: PublishingEffect,
  { retraining, dueDays }: { readonly retraining: RetrainingChoice; readonly dueDays: number },
): Pick<Effect['people'][number], 'dueDate' | 'againDueDate' | 'againDays'> {
  const none = { againDueDate: null, againDays: null };
  switch (effect) {
    case 'retrained':
      return { ...none, dueDate: again };
    case 'stays':
      return { ...none, dueDate: null };
    case 'finishes_old_retrained_if_before':
      return { dueDate, againDueDate: again, againDays: null };
    case 'finishes_old_then_retrained':
      // For people who finish before it, the days count from the version's day. People to whom another version promised it have
      // no such day.
      return mustRetrain(retraining, 'after')
        ? { dueDate, againDueDate: again, againDays: dueDays }
        : { dueDate, againDueDate: null, againDays: promisedDays };
    case 'moves':
    case 'begins_again':
    case 'finishes_old':
      return { ...none, dueDate };
  }
}
