import { sql, type Kysely } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import {
  agreementEvents,
  agreementMoves,
  judgeMove,
  statementOfSide,
  type AgreementEvent,
  type AgreementSide,
} from '#shared/domain/hr/agreements.ts';
import { fullName } from '#shared/domain/people/names.ts';
import type { DB } from '#server/db/db.d.ts';
import type { Services } from '#server/platform/services.ts';
import { actsFor, findAgreement, sideToSign, toItem, type AgreementRow } from './agreements.queries.ts';
import { readVersions } from './documents.queries.ts';
import { personColumns, personJoins, toHrPerson, type HrPersonRow } from './people.ts';
import { meaningsOfSide, signaturesOf, type ShownHrSignature } from './signed-records.ts';

/** Returns the side for which a signature was given. */
export const sideOfSignature = ({ meaningCode }: ShownHrSignature): AgreementSide =>
  meaningsOfSide.party.includes(meaningCode) ? 'party' : 'organization';

/** Returns an agreement with its versions, recomputed signatures and history, and the caller's permitted actions (HR-03). */
export async function agreementView(
  services: Services,
  db: Kysely<DB>,
  reach: Reach,
  userId: string,
  id: number,
) {
  const row = await findAgreement(db, reach, id);
  const area = actsFor(reach, row.organizationId);
  const [versions, signatures, party, history] = await Promise.all([
    readVersions(db, sql`v.document_id = ${row.documentId}`),
    signaturesOf(services.config, db, 'hr_agreements', [id]),
    readParty(db, row.partyUserId),
    area ? readHistory(db, row) : [],
  ]);
  const side = sideToSign(reach, userId, row);
  const facts = { ...row, hasDocument: row.versionNumber !== null, signatures: row.meanings.length };
  const allowed = agreementMoves.filter((move) => judgeMove(move, facts, row.today) === null);
  const signsFor = allowed.includes('sign') ? side : null;
  return {
    ...toItem(row),
    party: area ? party : null,
    sentAt: row.sentAt,
    activatedAt: row.activatedAt,
    terminatedAt: row.terminatedAt,
    terminatedBy: row.terminatedBy,
    terminatedReason: row.terminatedReason,
    noticeGivenAt: row.noticeGivenAt,
    noticeGivenBy: row.noticeGivenBy,
    noticeReason: row.noticeReason,
    declinedAt: row.declinedAt,
    declinedReason: row.declinedReason,
    moves: allowed.filter((move) =>
      move === 'sign' ? side !== null : move === 'decline' ? side === 'party' : area,
    ),
    signsFor,
    statement: signsFor === null ? null : statementOfSide(signsFor, row.partyUserId !== null),
    // The party reads the version that it signs; earlier drafts belong to the organization.
    versions: area ? [...versions] : versions.slice(0, 1),
    signatures: (signatures.get(id) ?? []).map((signature) => ({
      ...signature,
      side: sideOfSignature(signature),
    })),
    history,
  };
}

async function readParty(db: Kysely<DB>, userId: string | null) {
  if (userId === null) return null;
  const { rows } = await sql<HrPersonRow>`
    select ${personColumns} from users u ${personJoins} where u.id = ${userId}`.execute(db);
  return rows[0] ? toHrPerson(rows[0]) : null;
}

/** Columns of an agreement whose change is shown, by the name of the term. */
const termOf = {
  title: 'title',
  kind: 'kind',
  party_user_id: 'party',
  party_name: 'party',
  party_email: 'party',
  starts_on: 'startsOn',
  ends_on: 'endsOn',
  notice_days: 'noticeDays',
} as const;

interface HistoryRow {
  readonly at: Date;
  readonly timeZone: string;
  readonly event: AgreementEvent;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly versionNumber: number | null;
  readonly columns: readonly (keyof typeof termOf)[] | null;
  readonly reason: string | null;
}

/**
 * Returns the history of an agreement from the audit trail, the newest entry first, one per command (HR-03, AUD-01). Its time
 * zone is that of the signature, or else that of the organization at the time (RPT-05).
 */
async function readHistory(db: Kysely<DB>, { id, documentId, organizationId }: AgreementRow) {
  const told = sql.join(Object.keys(termOf).map((column) => sql.lit(column)));
  const { rows } = await sql<HistoryRow>`
    with mine as (
      select e.command_id, e.at, e.action, e.actor_id, null::int as version_number, null as time_zone,
        case when e.kind = 'update' then coalesce(e.payload, e.residual)::jsonb -> 'before' end as before
      from audit.events e where e.object_type = 'hr_agreements' and e.object_id = ${String(id)}
      union all
      select e.command_id, e.at, e.action, e.actor_id, v.number, null, null
      from hr_document_versions v
      join audit.events e on e.object_type = 'hr_document_versions' and e.object_id = v.id::text and e.kind = 'insert'
      where v.document_id = ${documentId}
      union all
      select e.command_id, e.at, e.action, e.actor_id, null, s.time_zone, null
      from signatures s join audit.events e on e.object_type = 'signatures' and e.object_id = s.id::text and e.kind = 'insert'
      where s.hr_agreement_id = ${id}
    ), done as (
      select command_id, min(at) as at, split_part(action, '.', 2) as event, actor_id, max(version_number) as version_number,
        max(time_zone) as time_zone,
        (array_agg(before) filter (where before is not null))[1] as before
      from mine where action like 'agreement.%' group by command_id, action, actor_id
    )
    select done.at, coalesce(done.time_zone, (
        select coalesce(e.payload, e.residual)::jsonb #>> '{before,time_zone}' from audit.events e
        where e.object_type = 'organizations' and e.object_id = ${String(organizationId)} and e.kind = 'update' and e.at >= done.at
          and coalesce(e.payload, e.residual)::jsonb -> 'before' ? 'time_zone'
        order by e.id limit 1
      ), (select time_zone from organizations where id = ${organizationId})) as time_zone, done.event, u.first_name, u.last_name, done.version_number,
      case when done.event = 'changed'
        then array(select key from jsonb_object_keys(done.before) as changed (key) where key in (${told})) end as columns,
      (select coalesce(c.payload, c.residual)::jsonb ->> 'reason' from audit.events c where c.id = done.command_id) as reason
    from done left join users u on u.id = done.actor_id
    where done.event = any(${[...agreementEvents]}::text[]) order by done.at desc, done.command_id desc
  `.execute(db);
  return rows.map(({ at, timeZone, event, versionNumber, columns, reason, ...person }) => ({
    at,
    timeZone,
    event,
    by: fullName(person) || null,
    versionNumber,
    reason,
    changed: [...new Set((columns ?? []).map((column) => termOf[column]))],
  }));
}
