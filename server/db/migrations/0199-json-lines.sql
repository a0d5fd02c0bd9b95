-- Exports as JSON Lines are registered like every other paper.
alter table issued_papers drop constraint issued_papers_format_check;
alter table issued_papers add constraint issued_papers_format_check check (format in ('pdf', 'csv', 'xlsx', 'zip', 'jsonl'));
