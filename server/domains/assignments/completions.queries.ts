import type { CompletionKind } from '#shared/domain/signatures/training-record.ts';
import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { Services } from '#server/platform/services.ts';
import { certificateUrlOf, signatureView } from './assignment-view.ts';
import { isExpired, todayIn } from './effective-status.ts';
import { recordSourceJson, type RecordSource } from './record-source.ts';
import { recordValidity } from './record-validity.ts';
import type { WithdrawalReason } from '#shared/reasons/findings.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';

interface CompletionRow {
  readonly recordId: number;
  readonly assignmentId: number;
  readonly cycle: number;
  readonly moduleId: number;
  readonly moduleTitle: string;
  readonly moduleReference: string | null;
  readonly versionNumber: number;
  readonly effectiveVersion: number | null;
  readonly versionHash: string;
  readonly completionPolicy: string;
  readonly kind: CompletionKind;
  readonly score: number | null;
  readonly completedAt: Date;
  readonly recordedAt: Date;
  readonly recordedByName: string | null;
  readonly reason: string | null;
  readonly recordHash: string;
  readonly status: 'completed' | 'expired' | 'voided';
  readonly timeZone: string;
  readonly voidedAt: Date | null;
  readonly voidedReason: string | null;
  readonly voidedCode: WithdrawalReason | null;
  readonly nextRenewalDate: string | null;
  readonly certificateNumber: string | null;
  readonly source: RecordSource | null;
}

const columns = {
  completedAt: sql`r.completed_at`,
  moduleTitle: sql`lower(r.module_title)`,
  id: sql`r.id`,
};

/** Returns a page of a person's completions, voided ones too, each with the state of its signature (EMP-02, SIG-04). */
export async function completionsOf(
  services: Services,
  db: Kysely<DB>,
  userId: string,
  page: { readonly limit: number; readonly offset: number; readonly sort?: string | undefined },
) {
  const sort = page.sort ?? '-completedAt';
  const column = columns[sort.replace(/^-/, '') as keyof typeof columns];
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from training_records where user_id = ${userId}
  `.execute(db);
  const rows = await queryPrepared(
    db,
    'assignments.completions',
    sql<CompletionRow>`
    select r.id as record_id, r.assignment_id, r.cycle, r.module_id, r.module_title, r.module_reference,
      r.version_number, ev.number as effective_version, r.version_hash, r.completion_policy, r.kind, r.score, r.completed_at, r.recorded_at,
      nullif(concat_ws(' ', w.first_name, w.last_name), '') as recorded_by_name, r.reason, r.record_hash, ${recordSourceJson} as source,
      case when ${isExpired('a', todayIn(sql`o.time_zone`))} then 'expired' else a.status end as status,
      r.time_zone, a.voided_at, a.voided_reason, a.voided_code,
      r.expires_on as next_renewal_date, c.number as certificate_number
    from training_records r
    join training_assignments a on a.id = r.assignment_id
    join users u on u.id = r.user_id
    left join organizations o on o.id = u.organization_id
    join training_modules t on t.id = r.module_id
    left join module_versions ev on ev.id = t.current_version_id
    left join users w on w.id = r.recorded_by
    left join certificates c on c.training_record_id = r.id
    where r.user_id = ${userId}
    order by ${column} ${direction}, r.id limit ${page.limit} offset ${page.offset}
  `,
  );
  const validity = await recordValidity(
    services,
    db,
    rows.map((row) => row.recordId),
  );
  const completions = rows.flatMap((row) => {
    const known = validity.get(row.recordId);
    const certificateUrl = certificateUrlOf(row.certificateNumber);
    return known ? [{ ...row, certificateUrl, signature: signatureView(known) }] : [];
  });
  return { completions, total: counted.rows[0]?.total ?? 0 };
}
