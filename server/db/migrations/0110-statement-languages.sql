-- SIG-05: signatures store the language of their statement; those from before keep what they have.

-- SIG-05: the language in which a statement was signed; null for signatures from before it was stored.
alter table signatures add column language text check (language in ('en', 'es', 'fr', 'de'));
comment on column signatures.language is 'The language of the statement; null for signatures from before it was stored.';

--! attach audit
