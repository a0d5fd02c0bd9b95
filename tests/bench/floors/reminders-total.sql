-- Reminder dialog: how many people have something overdue.
select count(*)::int as total from person_figures f left join organizations o on o.id = f.organization_id
where f.is_active and f.overdue > 0 and o.is_active is not false
