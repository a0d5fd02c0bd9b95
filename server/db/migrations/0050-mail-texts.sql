-- NOT-06: the texts of emails can be changed.

-- NOT-06: texts of emails that administrators wrote, by organization and language.
create table mail_texts (
  id integer generated always as identity primary key,
  organization_id integer references organizations,
  template text not null check (template ~ '^[A-Za-z.]+$'),
  language text not null check (language in ('en', 'es', 'fr', 'de')),
  subject text not null check (length(subject) between 1 and 150),
  body text not null check (length(body) between 1 and 5000),
  updated_at timestamptz not null default app_now(),
  unique nulls not distinct (organization_id, template, language)
);
comment on column mail_texts.organization_id is 'Null: for every organization that has no text of its own.';
comment on column mail_texts.body is 'Paragraphs with empty lines between them; names in braces stand for values.';

--! attach audit
