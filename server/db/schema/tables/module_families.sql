create table module_families (
  code text not null,
  group_name text not null,
  group_position integer not null,
  match_order integer not null,
  patterns jsonb default '[]'::jsonb not null,
  constraint module_families_pkey PRIMARY KEY (code),
  constraint module_families_match_order_key UNIQUE (match_order),
  constraint module_families_code_check CHECK ((code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint module_families_group_name_check CHECK ((btrim(group_name) <> ''::text)),
  constraint module_families_group_position_check CHECK ((group_position >= 1)),
  constraint module_families_match_order_check CHECK ((match_order >= 1)),
  constraint module_families_patterns_check CHECK ((jsonb_typeof(patterns) = 'array'::text))
);
comment on column module_families.group_name is 'Heading under which the modules stand; families may share one (SPEC §9).';
comment on column module_families.match_order is 'The first family with a matching pattern is the family of a title.';
comment on column module_families.patterns is 'Rules of SPEC §9 on titles: [{"kind": "prefix"|"contains", "text": text}], without regard to case.';
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on module_families to application;
