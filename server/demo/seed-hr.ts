import { sql } from 'kysely';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { registerFile } from '#server/platform/files/file-records.ts';
import type { Services } from '#server/platform/services.ts';
import { makePapers, type DemoPapers } from './hr-papers.ts';
import type { DemoHrOrganization, DemoHrPerson, HrSeed } from './hr-seed.ts';
import { seedAgreements } from './seed-hr-agreements.ts';
import { seedCvs } from './seed-hr-cvs.ts';
import { seedDocuments } from './seed-hr-documents.ts';
import { seedRegistrations } from './seed-hr-registrations.ts';
import { seedNames } from './seed-names.ts';

/** CVs, agreements, organization documents with acknowledgements, and registrations of the demo (HR-01 … HR-04). */
export async function seedHr(services: Services): Promise<void> {
  const people = await readPeople(services);
  const papers = await makePapers(services, people);
  const admin = people.find(({ email }) => email === 'admin@demo.example');
  if (!admin) throw new Error('the demo data has no administrator');
  await runCommand(services, { action: 'demo.hr', actorId: admin.id }, async (tx) => {
    const seed = await prepare(tx, people, papers, admin);
    await seedCvs(seed);
    await seedAgreements(seed);
    await seedDocuments(seed);
    await seedRegistrations(seed);
    await seedNames(seed);
  });
}

async function readPeople(services: Services): Promise<readonly DemoHrPerson[]> {
  const { rows } = await sql<DemoHrPerson>`
    select u.id, u.email, u.first_name || ' ' || u.last_name as name, u.job_title, u.organization_id, o.name as organization_name,
      d.name as department_name, o.time_zone, u.is_active, u.last_sign_in_at is null as never_signed_in
    from users u join organizations o on o.id = u.organization_id left join departments d on d.id = u.department_id
    order by u.created_at, u.email`.execute(services.db);
  return rows;
}

async function prepare(
  tx: CommandTransaction,
  people: readonly DemoHrPerson[],
  papers: DemoPapers,
  admin: DemoHrPerson,
): Promise<HrSeed> {
  const files = new Map<string, { readonly id: number; readonly name: string }>();
  for (const [key, file] of papers)
    files.set(key, { id: await registerFile(tx, file), name: file.originalName });
  const { rows } = await sql<Pick<DemoHrOrganization, 'id' | 'name' | 'timeZone'>>`
    select id, name, time_zone from organizations order by id`.execute(tx.db);
  const hr = people.find(({ email }) => email === 'hr@demo.example') ?? admin;
  const organizations = rows.map((row, place) => ({
    ...row,
    place,
    actor: row.id === hr.organizationId ? hr : admin,
  }));
  const now = tx.services.clock.now();
  const today = now.toISOString().slice(0, 10);
  return {
    tx,
    organizations,
    people,
    today,
    file: (key) => {
      const file = files.get(key);
      if (!file) throw new Error(`the demo data has no paper ${key}`);
      return file;
    },
    ago: (days) => new Date(now.getTime() - Math.round(days * 86_400_000)).toISOString(),
    day: (days) => addDays(today, days),
  };
}
