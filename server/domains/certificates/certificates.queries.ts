import { isDayOnly, type CompletionKind } from '#shared/domain/signatures/training-record.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { signatureReasons, type SignatureReasonCode } from '#shared/domain/signatures/signature-reasons.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { daysBetween } from '#shared/domain/calendar/calendar.ts';
import { fullName } from '#shared/domain/people/names.ts';
import type { RevocationReason } from '#shared/reasons/findings.ts';
import { sentenceOf } from '#server/platform/texts/sentence-of.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  recordValidity,
  signatureView,
  todayIn,
  type RecordValidity,
} from '#server/domains/assignments/index.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { changedSince } from '#server/platform/postgres/changed-since.ts';
import type { Services } from '#server/platform/services.ts';
import { certificateStatus } from './certificate-status.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';

/** A certificate as the database gives it. */
interface CertificateRow {
  readonly id: number;
  readonly number: string;
  readonly code: string;
  readonly issuedAt: Date;
  readonly expiresOn: string | null;
  /** Why it was revoked: by the product itself, or in the words of a person. */
  readonly revokedCode: RevocationReason | null;
  readonly revokedReason: string | null;
  readonly revoked: boolean;
  readonly recordId: number;
  readonly recordedExpiresOn: string | null;
  readonly assignmentId: number;
  readonly userId: string;
  readonly moduleId: number;
  readonly moduleTitle: string;
  readonly moduleReference: string | null;
  readonly versionNumber: number;
  readonly score: number | null;
  readonly completedAt: Date;
  readonly timeZone: string;
  readonly kind: CompletionKind;
  readonly recordedAt: Date;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly language: string | null;
  readonly organizationId: number | null;
  readonly organizationName: string | null;
  /** Fingerprint of the key of its public-key signature; null while it has none. */
  readonly signingKey: string | null;
  readonly today: string;
}

const from = sql`
  certificates c
  join training_records r on r.id = c.training_record_id
  join training_assignments a on a.id = r.assignment_id
  join users u on u.id = r.user_id
  left join organizations o on o.id = r.organization_id
  left join public_signatures p on p.certificate_id = c.id`;

const now = {
  columns: sql`c.revoked_code, c.revoked_reason, (c.revoked_at is not null or a.status = 'voided') as revoked, u.first_name, u.last_name,
    u.settings ->> 'language' as language, o.name as organization_name, p.key_id as signing_key, ${todayIn(sql`r.time_zone`)} as today`,
  issued: sql`true`,
};

/** Returns the changeable facts of a certificate at an instant (INS-03). */
function asOfInstant(instant: Date): typeof now {
  const at = sql`${instant.toISOString()}::timestamptz`;
  const name = (column: string) =>
    sql`case when h.user_id is null then u.${sql.ref(column)} else h.${sql.ref(column)} end`;
  const history = (column: string) => sql`(
    select ${name(column)} from (select) one left join lateral (
      select * from person_history h where h.user_id = u.id and h.replaced_at >= ${at} order by h.replaced_at limit 1) h on true)`;
  return {
    columns: sql`case when c.revoked_at < ${at} then c.revoked_code end as revoked_code, case when c.revoked_at < ${at} then c.revoked_reason end as revoked_reason,
      (c.revoked_at is not null and c.revoked_at < ${at} or a.status = 'voided' and a.voided_at < ${at}) as revoked,
      ${history('first_name')} as first_name, ${history('last_name')} as last_name,
      coalesce(${changedSince('users', sql`u.id`, at)} -> 'settings', u.settings) ->> 'language' as language,
      coalesce(${changedSince('organizations', sql`o.id`, at)} ->> 'name', o.name) as organization_name,
      case when p.made_at < ${at} then p.key_id end as signing_key, (${at} at time zone r.time_zone)::date::text as today`,
    issued: sql`c.issued_at < ${at}`,
  };
}

const columns = (changing: typeof now) => sql`
  c.id, c.number, c.code, c.issued_at, c.expires_on,
  r.id as record_id, r.expires_on as recorded_expires_on, r.assignment_id, r.user_id, r.module_id, r.module_title,
  r.module_reference, r.version_number, r.score, r.completed_at, r.time_zone, r.kind, r.recorded_at, r.organization_id,
  ${changing.columns}`;

const sorts: Readonly<Record<string, RawBuilder<unknown>>> = {
  completedAt: sql`r.completed_at`,
  moduleTitle: sql`lower(r.module_title)`,
  number: sql`c.number`,
  expiresOn: sql`c.expires_on`,
};

const visible = (reach: Reach) =>
  withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`);

/** A certificate with its validity today: everything that document, list and public page show. */
export type Certificate = ReturnType<typeof judge>;

function judge(row: CertificateRow, validity: RecordValidity | undefined) {
  const { status, reasonCode } = certificateStatus({
    ...row,
    reasonCode: validity ? validity.reasonCode : 'missing',
  });
  const signature = validity?.signature ?? null;
  return {
    ...row,
    status,
    signed: signature !== null,
    fault: reasonCode,
    ...whyNotValid(reasonCode, status === 'revoked' ? row : null),
    // The printed name of the signature outlives every change of the account (USR-08).
    name: signature?.printedName ?? fullName(row),
    expiresInDays: row.expiresOn === null ? null : daysBetween(row.today, row.expiresOn),
    recordedAt: isDayOnly(row.kind) ? row.recordedAt : null,
    meaning: signature?.meaning ?? null,
    signedAt: signature?.signedAt ?? null,
    signature: validity ? signatureView(validity) : null,
    url: `/api/certificates/${row.number}/pdf`,
    verifyUrl: `/verify/${row.code}`,
  };
}

/** Returns why a certificate is not valid or revoked, as a code with its English sentence, or in the words of a person. */
function whyNotValid(
  fault: SignatureReasonCode | null,
  revoked: Pick<CertificateRow, 'revokedCode' | 'revokedReason'> | null,
) {
  const reasonCode = fault === null ? (revoked?.revokedCode ?? null) : signatureReasons[fault];
  if (reasonCode !== null) return { reasonCode, reason: sentenceOf({ reason: reasonCode }) };
  return { reasonCode, reason: revoked?.revokedReason ?? null };
}

async function judgeAll(services: Services, rows: readonly CertificateRow[]): Promise<Certificate[]> {
  const validity = await recordValidity(
    services,
    services.db,
    rows.map((row) => row.recordId),
  );
  return rows.map((row) => judge(row, validity.get(row.recordId)));
}

/** Returns a page of one person's certificates within the reach, and how many there are (LRN-04). */
export async function certificatesOf(
  services: Services,
  reach: Reach,
  userId: string,
  page: {
    readonly limit: number;
    readonly offset: number;
    readonly sort?: string | undefined;
    readonly q?: string | undefined;
    /** Returns the certificates that had been issued at an instant, in their state then; the present ones if it is left out. */
    readonly asOf?: Date | undefined;
  },
): Promise<{ readonly certificates: readonly Certificate[]; readonly total: number }> {
  const { sort = '-completedAt' } = page;
  const column = sorts[sort.replace(/^-/, '')] ?? sql`r.completed_at`;
  const direction = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`;
  const like = `%${(page.q ?? '').replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const changing = page.asOf === undefined ? now : asOfInstant(page.asOf);
  const where = sql`r.user_id = ${userId} and ${changing.issued} and ${visible(reach)}
    and (r.module_title ilike ${like} or coalesce(r.module_reference, '') ilike ${like} or c.number ilike ${like})`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from ${from} where ${where}
  `.execute(services.db);
  const rows = await queryPrepared(
    services.db,
    'certificates.page',
    sql<CertificateRow>`
    select ${columns(changing)} from ${from} where ${where}
    order by ${column} ${direction}, c.id limit ${page.limit} offset ${page.offset}
  `,
  );
  return { certificates: await judgeAll(services, rows), total: counted.rows[0]?.total ?? 0 };
}

/** Returns whether a person is within the reach. */
export async function isVisible(db: Kysely<DB>, reach: Reach, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users u where u.id = ${userId} and ${visible(reach)}
  `.execute(db);
  return rows.length > 0;
}

/**
 * Returns the certificate with this number, of a person within the reach, in its state at an instant; null if it is not
 * visible, or was issued later.
 */
export async function certificateByNumber(
  services: Services,
  reach: Reach,
  number: string,
  asOf?: Date,
): Promise<Certificate | null> {
  const changing = asOf === undefined ? now : asOfInstant(asOf);
  const rows = await queryPrepared(
    services.db,
    'certificates.byNumber',
    sql<CertificateRow>`
    select ${columns(changing)} from ${from} where c.number = ${number} and ${changing.issued} and ${visible(reach)}
  `,
  );
  return (await judgeAll(services, rows))[0] ?? null;
}

/** Returns the certificate of a completed assignment of a person within the reach; null if none is visible. */
export async function certificateOfAssignment(
  services: Services,
  reach: Reach,
  assignmentId: number,
): Promise<Certificate | null> {
  const rows = await queryPrepared(
    services.db,
    'certificates.ofAssignment',
    sql<CertificateRow>`
    select ${columns(now)} from ${from} where r.assignment_id = ${assignmentId} and ${visible(reach)}
  `,
  );
  return (await judgeAll(services, rows))[0] ?? null;
}

/** Returns the certificate with this code on its paper, for anybody who has it (LRN-05). */
export async function certificateByCode(services: Services, code: string): Promise<Certificate | null> {
  const rows = await queryPrepared(
    services.db,
    'certificates.byCode',
    sql<CertificateRow>`
    select ${columns(now)} from ${from} where c.code = ${code}
  `,
  );
  return (await judgeAll(services, rows))[0] ?? null;
}
