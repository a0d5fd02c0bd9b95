import { sql, type Kysely } from 'kysely';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { apiTokensContract as contract } from '#shared/contract/api-tokens.ts';
import type { DB } from '#server/db/db.d.ts';
import { livingTokenSql } from './authenticate-token.ts';

const named = (person: string) =>
  sql.raw(
    `coalesce(nullif(btrim(concat_ws(' ', ${person}.first_name, ${person}.last_name)), ''), ${person}.email)`,
  );

const state = sql.raw(`case when t.revoked_at is not null then 'revoked'
  when (app_now() at time zone 'UTC')::date > t.last_day then 'expired'
  when ${livingTokenSql} and uo.is_active is not false and o.is_active is not false then 'active' else 'stopped' end`);

/** API tokens, those in use first, then the newest (OPS-06). */
export async function listTokens(
  db: Kysely<DB>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: ResponseInput<typeof contract.list>; readonly total: number }> {
  const { rows } = await sql<ResponseInput<typeof contract.list>[number]>`
    select s.* from (
      select t.id, t.name, t.ending, t.scopes, ${state} as state, t.last_day::text as last_day, t.created_at,
        case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as organization,
        ${named('u')} as created_by_name, t.revoked_at,
        case when r.id is not null then ${named('r')} end as revoked_by_name, n.last_used_at
      from api_tokens t join users u on u.id = t.created_by left join organizations uo on uo.id = u.organization_id
      left join organizations o on o.id = t.organization_id left join users r on r.id = t.revoked_by
      left join api_token_uses n on n.token_id = t.id) s
    order by s.state <> 'active', s.id desc limit ${limit} offset ${offset}`.execute(db);
  const { total } = await db
    .selectFrom('apiTokens')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}
