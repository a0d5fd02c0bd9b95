import { sql, type Kysely } from 'kysely';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { integrityChecksContract } from '#shared/contract/integrity-checks.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import { readAcknowledgements } from './acknowledgements.ts';

type CheckView = ResponseInput<typeof integrityChecksContract.list>[number];
type FindingView = ResponseInput<typeof integrityChecksContract.findings>[number];

interface Page {
  readonly limit: number;
  readonly offset: number;
}

interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/**
 * Returns the checks, the newest first, each with the signed statement about its findings. Only readers who see every organization
 * get the numbers of what was checked (INS-01).
 */
export async function listChecks(
  config: KeySource,
  db: Kysely<DB>,
  reach: Reach,
  { limit, offset }: Page,
): Promise<Listed<CheckView>> {
  const { rows } = await sql<
    Omit<CheckView, 'acknowledgements'> & {
      readonly total: number;
      readonly acknowledgementIds: readonly number[];
    }
  >`
    select r.id, r.kind, r.with_files, r.state, r.created_at, r.began_at, r.ended_at, r.clean,
      case when ${reach.all}::boolean then r.counts end as checked,
      nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), '') as requested_by,
      f.findings, f.open_findings, f.acknowledgement_ids,
      case when r.state = 'running' and p.total > 0 then least(99, p.done * 100 / p.total)::int end as progress,
      (select count(*)::int from verify_runs) as total
    from (select * from verify_runs order by id desc limit ${limit} offset ${offset}) r
    left join users u on u.id = r.requested_by
    left join verify_progress p on p.run_id = r.id
    cross join lateral (
      select count(*)::int as findings, count(*) filter (where v.acknowledgement_id is null)::int as open_findings,
        coalesce(array_agg(distinct v.acknowledgement_id) filter (where v.acknowledgement_id is not null), '{}') as acknowledgement_ids
      from verify_findings v where v.run_id = r.id) f
    order by r.id desc`.execute(db);
  const ids = [...new Set(rows.flatMap(({ acknowledgementIds }) => acknowledgementIds))];
  const known = new Map((await readAcknowledgements(config, db, ids)).map((one) => [one.id, one]));
  const total = rows[0]?.total ?? (await countChecks(db));
  return {
    total,
    rows: rows.map(({ acknowledgementIds, ...row }) => ({
      ...row,
      acknowledgements: acknowledgementIds.flatMap((id) => known.get(id) ?? []),
    })),
  };
}

async function countChecks(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from verify_runs`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The filters of the list of findings. */
interface Wanted extends Page {
  readonly run?: number | undefined;
  readonly open?: boolean | undefined;
}

/**
 * Returns findings with the names of their records, within the reach (AUTH-13). Readers see the name of a person only if they may
 * see the person. Only readers who see every organization get the technical detail, because it quotes stored values, and the id of a
 * record that they may not see.
 */
export async function listFindings(
  db: Kysely<DB>,
  reach: Reach,
  { run, open, limit, offset }: Wanted,
): Promise<Listed<FindingView>> {
  const which = sql<boolean>`${run === undefined ? sql`true` : sql`f.run_id = ${run}`}
    and ${open === true ? sql`f.acknowledgement_id is null` : sql`true`}`;
  const chosen = sql`
    select distinct on (f.identity) f.id, f.kind, f.object, f.detail, f.acknowledgement_id is not null as signed
    from verify_findings f where ${which} order by f.identity, f.id`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(distinct f.identity)::int as total from verify_findings f where ${which}`.execute(db);
  const person = sql`nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), '')`;
  const seen = withinReach(reach, sql<string>`p.id`, sql<number | null>`p.organization_id`);
  const { rows } = await sql<FindingView>`
    with page as (
      select c.*, split_part(c.object, ' ', 1) as type, split_part(c.object, ' ', 2) as key
      from (${chosen}) c order by c.id limit ${limit} offset ${offset}
    ), named as (
    select g.id, g.kind, g.type as object_type, g.object, g.signed,
      case when ${reach.all}::boolean then g.detail end as detail,
      case g.type
        when 'users' then (select ${person} from users p where p.id = g.key and ${seen})
        when 'training_records' then (
          select concat_ws(' – ', ${person}, r.module_title) from training_records r join users p on p.id = r.user_id
          where r.id::text = g.key and ${seen})
        when 'training_assignments' then (
          select concat_ws(' – ', ${person}, m.title) from training_assignments a join users p on p.id = a.user_id
          join training_modules m on m.id = a.module_id where a.id::text = g.key and ${seen})
        when 'signatures' then (
          select s.printed_name from signatures s join users p on p.id = s.signer_id where s.id::text = g.key and ${seen})
        when 'certificates' then (
          select concat_ws(' – ', ${person}, r.module_title) from certificates c
          join training_records r on r.id = c.training_record_id join users p on p.id = r.user_id
          where c.id::text = g.key and ${seen})
        when 'training_modules' then (
          select m.title from training_modules m where m.id::text = g.key and ${reach.all}::boolean)
        when 'organizations' then (
          select o.name from organizations o where o.id::text = g.key
            and (${reach.all}::boolean or o.id = any(${[...reach.organizationIds]}::int[])))
        when 'file' then (
          select min(v.name) from module_version_files v where v.file_id::text = g.key and ${reach.all}::boolean)
      end as name
    from page g)
    select n.id, n.kind, n.object_type, n.signed, n.detail, n.name,
      case when ${reach.all}::boolean or n.name is not null then n.object else n.object_type end as object
    from named n order by n.id`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}
