import type { Contents } from './own-world.ts';

/**
 * Some of everything that the list tells apart: every family of SPEC §9, numbers in titles, categories, references, texts,
 * files, modules that nobody may begin, retired and empty ones.
 */
const insertModules = `
  insert into training_modules (title, description, reference, content_type, category_id, family, duration, passing_score,
    is_active, retired_at, created_at)
  select (array['TP-QMS-', 'TP-CRO ', 'AX-', 'CMO-', 'GCP ', 'Procedure '])[1 + n % 6]
      || case when n % 6 = 1 then n / 60 || '.' || n % 60 else lpad(n::text, 4, '0') end || ' '
      || (array['Informed consent', 'Sterile technique', 'Entry of data', 'Report of safety', 'Archive', 'Audit', 'Blinding'])[1 + n % 7],
    'What everybody at the sites has to know about part ' || n || ' of the study, and how it is put down',
    case when n % 3 <> 0 then 'REF-' || lpad(n::text, 5, '0') end,
    case when n % 10 < 5 then 'text' when n % 10 < 9 then 'pdf' else 'video' end,
    (select id from module_categories where position = 1 + n % 8), case when n % 50 = 0 then 'other' end,
    10 + n % 50, case when n % 4 = 0 then 80 end, n % 33 <> 0, case when n % 20 = 0 then app_now() end,
    app_now() - make_interval(hours => n)
  from generate_series(1, $1::int) n`;

const insertVersions = `
  insert into module_versions (module_id, number, status, content, content_hash, published_at, effective_from, created_at)
  select m.id, 1, 'published', case when m.content_type = 'text' and m.id % 25 <> 0
      then m.title || '. ' || repeat('A sentence of the training. ', 100) end,
    encode(sha256(convert_to(m.title, 'UTF8')), 'hex'), m.created_at, m.created_at, m.created_at
  from training_modules m`;

const insertFiles = `
  with made as (
    insert into files (sha256, size, mime, pages)
    select encode(sha256(convert_to('file ' || m.id || part, 'UTF8')), 'hex'), 200000 + m.id, 'application/pdf', 12
    from training_modules m, generate_series(1, 1 + m.id % 2) part where m.content_type <> 'text'
    returning id
  ), numbered as (
    select id, row_number() over (order by id) as place from made
  ), wanted as (
    select v.id as version_id, part, row_number() over (order by v.id, part) as place
    from training_modules m join module_versions v on v.module_id = m.id, generate_series(1, 1 + m.id % 2) part
    where m.content_type <> 'text'
  )
  insert into module_version_files (version_id, file_id, position, name, original_name)
  select version_id, numbered.id, part - 1, 'document-' || numbered.id || '.pdf', 'Document ' || numbered.id || '.pdf'
  from wanted join numbered using (place)`;

/** So many modules with their versions and files, for the library. */
export const moduleContents = (modules: number): Contents => ({
  what: `${modules.toLocaleString('en')} modules`,
  insert: async (client) => {
    await client.query(insertModules, [modules]);
    await client.query(insertVersions);
    await client.query(insertFiles);
    await client.query(
      'update training_modules m set current_version_id = v.id from module_versions v where v.module_id = m.id',
    );
  },
});
