/**
 * Writes the earlier states of every record, as the tables have them now, to the trail in the command of the transaction
 * (AUD-04). `verify` then accepts these as the history. This is only for the invented past of demo data, which no change in the
 * trail explains.
 */
export const backdateTrailSql = `
set local timezone = 'UTC';
select audit.add_event('insert', c.action, c.actor_id, u.organization_id, a.user_id, 'assignment_history', a.id::text, 'ok', c.id, '{}',
  jsonb_build_object('after', jsonb_build_object('rows', coalesce(
    (select jsonb_agg(to_jsonb(h) order by h.replaced_at) from assignment_history h where h.assignment_id = a.id), '[]')))::text)
from training_assignments a join users u on u.id = a.user_id cross join audit.open_command() c;

select audit.add_event('insert', c.action, c.actor_id, u.organization_id, u.id, 'sign_in_history', u.id, 'ok', c.id, '{}',
  jsonb_build_object('after', jsonb_build_object('rows', coalesce(
    (select jsonb_agg(to_jsonb(h) order by h.at) from sign_in_history h where h.user_id = u.id), '[]')))::text)
from users u cross join audit.open_command() c;
`;
