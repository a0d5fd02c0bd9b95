create table mail_texts (
  id integer generated always as identity,
  organization_id integer,
  template text not null,
  language text not null,
  subject text not null,
  body text not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint mail_texts_pkey PRIMARY KEY (id),
  constraint mail_texts_organization_id_template_language_key UNIQUE NULLS NOT DISTINCT (organization_id, template, language),
  constraint mail_texts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint mail_texts_body_check CHECK (((length(body) >= 1) AND (length(body) <= 5000))),
  constraint mail_texts_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text, 'fr'::text, 'de'::text]))),
  constraint mail_texts_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 150))),
  constraint mail_texts_template_check CHECK ((template ~ '^[A-Za-z.]+$'::text))
);
comment on column mail_texts.organization_id is 'Null: for every organization that has no text of its own.';
comment on column mail_texts.body is 'Paragraphs with empty lines between them; names in braces stand for values.';
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on mail_texts to application;
