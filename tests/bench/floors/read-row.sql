-- One organization with the count of its people, as GET /api/organizations/:id answers it: $1 is its id.
select o.id, o.name, o.description, o.type, o.is_active as "isActive", o.slug, o.time_zone as "timeZone",
  o.title_pattern as "titlePattern", o.show_on_landing as "showOnLanding", o.invite_new_accounts as "inviteNewAccounts", o.return_days as "returnDays",
  o.max_session_timeout as "maxSessionTimeout",
  o.archived_at as "archivedAt", o.created_at as "createdAt", o.updated_at as "updatedAt", o.revision,
  (select coalesce(sum(people), 0)::int from people_counts c where c.organization_id = o.id) as "userCount"
from organizations o where o.id = $1
