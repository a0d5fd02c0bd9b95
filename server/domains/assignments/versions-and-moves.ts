import { sql, type RawBuilder } from 'kysely';

/** A move of the due date of an assignment (RPT-05). */
export interface DueDateMove {
  /** The due date before it was moved for the first time; null: it had none. */
  readonly firstDueDate: string | null;
  /** The time at which it was moved last. */
  readonly at: string;
  /** The person who moved it last; null if the product did, or if the person is no longer known. */
  readonly by: string | null;
  readonly reason: string | null;
  /** An absence of the person moved it (USR-10). */
  readonly byAbsence: boolean;
}

const now = sql`'infinity'::timestamptz`;

/**
 * Returns a select of the moves of the due date of an assignment `a` before an instant, for `left join lateral`. It has no row if
 * the date was never moved. People have their names of that instant. The trail records on the command who moved the date and why
 * (RPT-05). The last move is found first, so that nothing else is read for the many assignments that were never moved.
 */
export const dueMoveSql = (until: RawBuilder<unknown> = now): RawBuilder<unknown> => {
  const moves = sql`from assignment_history h
    where h.assignment_id = a.id and h.due_command_id is not null and h.replaced_at < ${until}`;
  return sql`
  select (select h.due_date ${moves} order by h.replaced_at limit 1) as first_due_date, l.replaced_at as at,
    (select nullif(concat_ws(' ', case when n.user_id is null then w.first_name else n.first_name end,
        case when n.user_id is null then w.last_name else n.last_name end), '')
      from audit.events c join users w on w.id = c.actor_id
      left join lateral (select * from person_history n where n.user_id = w.id and n.replaced_at >= ${until} order by n.replaced_at limit 1) n on true
      where c.id = l.due_command_id) as by,
    (select coalesce(c.payload, c.residual)::jsonb ->> 'reason' from audit.events c where c.id = l.due_command_id) as reason,
    (select c.action like 'absence.%' from audit.events c where c.id = l.due_command_id) as by_absence
  from (select h.replaced_at, h.due_command_id ${moves} order by h.replaced_at desc limit 1) l`;
};

/** SQL of a row `k` of {@link dueMoveSql} as {@link DueDateMove}; null if there is none. */
export const dueMoveJson: RawBuilder<unknown> = sql`
  case when k.at is not null then json_build_object('firstDueDate', k.first_due_date, 'at', audit.instant_text(k.at),
    'by', k.by, 'reason', k.reason, 'byAbsence', coalesce(k.by_absence, false)) end`;
