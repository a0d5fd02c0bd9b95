import { createHash, randomFillSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { Contents } from './own-world.ts';
import { peopleContents } from './people-world.ts';

/** Everybody but each tenth has a CV, of which each seventh is not signed, and the others end on days before and after today. */
export const insertCvs = `
  with person as (
    select id, substring(id from 9)::int as number from users where id like 'u_bench_%' and substring(id from 9)::int % 10 <> 0
  ), file as (
    insert into files (sha256, size, mime)
    select coalesce(($1::text[])[number], encode(sha256(convert_to(id, 'UTF8')), 'hex')), $2::int, 'application/pdf'
    from person returning id, sha256
  ), document as (
    insert into hr_documents (kind, person_id) select 'cv', id from person returning id, person_id
  )
  insert into hr_document_versions (document_id, number, file_id, original_name, signed_at, valid_until)
  select d.id, 1, f.id, 'cv.pdf', case when p.number % 7 <> 0 then app_now() end,
    case when p.number % 7 <> 0 then current_date + p.number % 700 - 100 end
  from document d join person p on p.id = d.person_id
  join file f on f.sha256 = coalesce(($1::text[])[number], encode(sha256(convert_to(p.id, 'UTF8')), 'hex'))`;

/** Points the documents at their versions. */
export const pointToThem = `
  update hr_documents d set current_version_id = v.id, signed_version_id = case when v.signed_at is not null then v.id end
  from hr_document_versions v where v.document_id = d.id`;

/** So many people with their CVs; `hashes` are the SHA-256 sums of the first people's files, others have rows only. */
export const cvContents = (people: number, hashes: readonly string[] = [], size = 1): Contents => ({
  what: `${people.toLocaleString('en')} people with their CVs`,
  insert: async (client: pg.PoolClient, organizationIds, learnerId, say) => {
    await peopleContents(people).insert(client, organizationIds, learnerId, say);
    await client.query('update users set is_active = true');
    // Without figures of the table the join of people and files is quadratic.
    await client.query('analyze users');
    await client.query(insertCvs, [hashes, size]);
    await client.query(pointToThem);
  },
  afterwards: 'select recount_people()',
});

/** A file of random bytes with its hash. */
interface NoiseFile {
  readonly sha256: string;
  readonly path: string;
}

/** Makes so many files of random bytes in a folder as the store has them: below the first two pairs of their hash. */
export function makeNoise(folder: string, count: number, size: number): readonly NoiseFile[] {
  const bytes = Buffer.alloc(size);
  return Array.from({ length: count }, () => {
    randomFillSync(bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = path.join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, bytes);
    return { sha256, path: file };
  });
}
