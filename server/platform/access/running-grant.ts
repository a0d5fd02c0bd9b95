import { sql, type RawBuilder } from 'kysely';

/** SQL condition, as text: the grant `g` of `user_grants` counts now (AUTH-14). */
export const runningGrantSql =
  'g.revoked_at is null and g.valid_from <= app_now() and (g.valid_until is null or app_now() < g.valid_until)';

/** SQL condition: a person has the grant `hr` for an organization now (AUTH-14). */
export const holdsHr = (
  person: RawBuilder<unknown>,
  organization: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from user_grants g where g.user_id = ${person} and g.kind = 'hr'
    and g.organization_id = ${organization} and ${sql.raw(runningGrantSql)})`;

/** SQL, as text: the records that an inspection `i` includes in addition to training records (INS-01). */
export const inspectionSeesSql = `array_remove(array[case when i.sees_cvs then 'cvs' end, case when i.sees_agreements then 'agreements' end,
    case when i.sees_documents then 'documents' end, case when i.sees_bundle then 'bundle' end], null)`;

/**
 * SQL, as text: the records that the inspection of the grant `g` includes in addition to training records (INS-01); null
 * without an inspection.
 */
export const grantSeesSql = `(select ${inspectionSeesSql}
    from inspections i where i.id = g.inspection_id)`;
