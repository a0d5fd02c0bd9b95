create table module_categories (
  id integer generated always as identity,
  name text not null,
  color_index integer not null,
  "position" integer not null,
  revision integer default 1 not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint module_categories_pkey PRIMARY KEY (id),
  constraint module_categories_color_index_check CHECK (((color_index >= 0) AND (color_index <= 5))),
  constraint module_categories_name_check CHECK ((btrim(name) <> ''::text))
);
CREATE UNIQUE INDEX module_categories_name_key ON public.module_categories USING btree (lower(name));
CREATE INDEX module_categories_position_index ON public.module_categories USING btree ("position");
CREATE TRIGGER touch BEFORE UPDATE ON public.module_categories FOR EACH ROW EXECUTE FUNCTION touch_row();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on module_categories to application;
