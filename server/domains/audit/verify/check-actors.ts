import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { Findings } from './findings.ts';
import { readRows } from './trail.ts';

interface Misplaced {
  readonly actorId: string;
  readonly said: string;
  readonly event: number;
  readonly count: number;
}

/** Columns of people that decide what a request may do, and what each request of theirs says of it. */
const decisive = [
  { column: 'role', said: sql`header::jsonb #>> '{facts,role}'`, words: 'has another role' },
  { column: 'is_active', said: sql`'true'`, words: 'has them as deactivated' },
] as const;

/**
 * AUD-02: everybody acted as who the trail has them as. A row of `users` that was changed past the triggers, used, and put back leaves
 * no other trace: what was done meanwhile is proven by the application, which believed the row. A request that began before a change
 * may end minutes after it.
 */
export async function checkActors(tx: Transaction<DB>, findings: Findings): Promise<void> {
  for (const { column, said, words } of decisive) {
    const rows = readRows(
      tx,
      sql<Misplaced>`
        with states as materialized (
          select user_id, id, value, lead(at) over (partition by user_id order by id) as until
          from (
            select object_id as user_id, id, at, coalesce(payload, residual)::jsonb -> 'after' as after from audit.events
            where object_type = 'users' and kind in ('insert', 'update')
          ) e cross join lateral (select after ->> ${sql.lit(column)} as value) v
          where after ? ${sql.lit(column)}
        )
        select actor_id, said, min(id) as event, count(*)::int as count
        from (
          select id, at, actor_id, ${said} as said from audit.events
          where kind in ('command', 'access') and actor_id is not null and header::jsonb #>> '{facts,role}' is not null
        ) e
        where not exists (
          select from states s where s.user_id = e.actor_id and s.value = e.said and s.id < e.id
            and (s.until is null or s.until >= e.at - interval '15 minutes'))
        group by actor_id, said order by 1, 2`,
    );
    for await (const { actorId, said: as, event, count } of rows) {
      const more = count > 1 ? `, as ${String(count - 1)} more` : '';
      const how = column === 'role' ? ` as ${as}` : '';
      findings.add(
        'history_broken',
        `users ${actorId}`,
        `event ${String(event)} was made by them${how}, where the trail ${words}: the row was changed and put back${more}`,
      );
    }
  }
}
