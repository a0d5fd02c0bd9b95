create view audit.seal_starts as
 WITH RECURSIVE systems(system_id) AS (
        ( SELECT e.system_id
           FROM audit.events e
          ORDER BY e.system_id
         LIMIT 1)
        UNION ALL
         SELECT ( SELECT e.system_id
                   FROM audit.events e
                  WHERE e.system_id > s_1.system_id
                  ORDER BY e.system_id
                 LIMIT 1) AS system_id
           FROM systems s_1
          WHERE s_1.system_id IS NOT NULL
        )
 SELECT system_id,
    COALESCE(( SELECT max(l.to_xid) AS max
           FROM audit.seals l
          WHERE l.system_id = s.system_id), '0'::xid8) AS xid
   FROM systems s
  WHERE system_id IS NOT NULL;
comment on view audit.seal_starts is 'Of each cluster that wrote events the first transaction that may not be sealed yet.';
