import { sql, type Kysely, type RawBuilder } from 'kysely';
import { OTHER_FAMILY, type FamilyPattern, type FamilyRow } from '#shared/domain/modules/families.ts';
import type { DB } from '#server/db/db.d.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';

/**
 * Every family as rows: those of the installation, and one of each organization that has a title pattern (ORG-04), tried
 * after the rules of SPEC §9 and shown before 'Other'.
 */
const familyRowsSql = sql`(
  select code, group_name, group_position::float8, match_order::float8, patterns from module_families
  union all
  select 'org-' || o.slug, o.name, rest.group_position - 0.5, rest.match_order - 0.5,
    jsonb_build_array(jsonb_build_object('kind', 'contains', 'text', o.title_pattern))
  from organizations o, (
    select f.group_position, min(f.match_order) as match_order
    from module_families f join module_families other on other.code = 'other' and other.group_position = f.group_position
    group by f.group_position
  ) rest
  where btrim(o.title_pattern) <> '')`;

/** Returns the families in match order (SPEC §9, ORG-04); what `familyOf` of the rules needs. */
export async function moduleFamilies(db: Kysely<DB>): Promise<FamilyRow[]> {
  // Every list requests them first, and planning costs more than their rows.
  const rows = await queryPrepared(
    db,
    'module-families',
    sql<FamilyRow>`
      select code, group_name, group_position, match_order, patterns from ${familyRowsSql} families
      order by match_order, code collate "C"`,
  );
  return rows.map((row) => ({ ...row, patterns: row.patterns.map(({ kind, text }) => ({ kind, text })) }));
}

/** SQL of the families as one JSON value, for statements that read them with something else. */
export const familiesJson: RawBuilder<readonly FamilyRow[]> = sql`(
  select json_agg(json_build_object('code', code, 'groupName', group_name, 'groupPosition', group_position,
    'matchOrder', match_order, 'patterns', patterns) order by match_order, code collate "C")
  from ${familyRowsSql} families)`;

/**
 * SQL for the family code of the module with the alias `m`: the same rule as `familyOf` of shared/domain/modules, which
 * a test compares with this (MOD-05).
 */
export const familyCodeSql: RawBuilder<string> = sql`coalesce(m.family, (
  select fam.code from ${familyRowsSql} fam
  where exists (
    select 1 from jsonb_to_recordset(fam.patterns) as pattern (kind text, text text)
    where pattern.text <> '' and case pattern.kind
      when 'prefix' then starts_with(lower(btrim(m.title)), lower(pattern.text))
      else strpos(lower(btrim(m.title)), lower(pattern.text)) > 0 end
  )
  order by fam.match_order, fam.code collate "C" limit 1
), 'other')`;

/**
 * Returns the same as SQL for lists of thousands of modules. The rows of the families become one expression, which tries a title
 * only against their patterns. `of` says what represents a family: its code, or its place.
 */
export function familySql<T>(
  families: readonly FamilyRow[],
  of: (family: FamilyRow) => RawBuilder<T>,
): RawBuilder<T> {
  if (families.length === 0) return sql<T>`null`;
  const other = families.find(({ code }) => code === OTHER_FAMILY);
  const rest = other ? of(other) : sql`null`;
  const chosen = families.map((family) => sql`when ${family.code} then ${of(family)}`);
  // Families are in the order in which they are tried.
  const matched = families.flatMap((family) =>
    family.patterns
      .filter(({ text }) => text !== '')
      .map((pattern) => sql`when ${matches(pattern)} then ${of(family)}`),
  );
  const byTitle = matched.length === 0 ? rest : sql`case ${sql.join(matched, sql` `)} else ${rest} end`;
  return sql<T>`case m.family ${sql.join(chosen, sql` `)} else (
    select ${byTitle} from (select lower(btrim(m.title)) as title offset 0) t) end`;
}

function matches({ kind, text }: FamilyPattern): RawBuilder<boolean> {
  return kind === 'prefix'
    ? sql`starts_with(t.title, lower(${text}::text))`
    : sql`strpos(t.title, lower(${text}::text)) > 0`;
}
