case when d.current_version_id is null then 'missing' when s.valid_until is null then 'waiting'
  when s.valid_until < today_in(coalesce(o.time_zone, 'UTC')) then 'expired'
  when s.valid_until - today_in(coalesce(o.time_zone, 'UTC')) <= 60 then 'expiring' else 'current' end
