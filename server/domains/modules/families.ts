import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { FamilyPattern, FamilyRow } from '#shared/domain/modules/families.ts';
import type { DB } from '#server/db/db.d.ts';

/** The families of this installation in match order (SPEC §9, ORG-04); what `familyOf` of the rules needs. */
export async function moduleFamilies(db: Kysely<DB>): Promise<FamilyRow[]> {
  const rows = await db.selectFrom('moduleFamilies').selectAll().orderBy('matchOrder').execute();
  return rows.map((row) => ({
    code: row.code,
    groupName: row.groupName,
    groupPosition: row.groupPosition,
    matchOrder: row.matchOrder,
    patterns: row.patterns as unknown as readonly FamilyPattern[],
  }));
}

/**
 * SQL for the family code of the module with the alias `m`: the same rule as `familyOf` of shared/domain/modules, which
 * a test compares with this (MOD-05).
 */
export const familyCodeSql: RawBuilder<string> = sql`coalesce(m.family, (
  select fam.code from module_families fam
  where exists (
    select 1 from jsonb_to_recordset(fam.patterns) as pattern (kind text, text text)
    where pattern.text <> '' and case pattern.kind
      when 'prefix' then starts_with(lower(btrim(m.title)), lower(pattern.text))
      else strpos(lower(btrim(m.title)), lower(pattern.text)) > 0 end
  )
  order by fam.match_order limit 1
), 'other')`;
