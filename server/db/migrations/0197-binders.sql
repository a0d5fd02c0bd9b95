-- INS-04: whose CVs a binder has. It is handed out only to those who may still see them.
alter table exports add column with_cv_of text[];
comment on column exports.with_cv_of is 'People whose CV a binder has; checked again when the file is fetched.';
--! attach audit
