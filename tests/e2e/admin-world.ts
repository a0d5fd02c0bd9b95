/** What the administrator's browser tests find and do: their own modules and matrices, pages of the report. */
import type { Locator, Page } from '@playwright/test';
import { makeGuide, type LearnerWorld, type Person } from './learner-world.ts';

let counter = 0;

/** A name that no other test and no demo record has. */
export function unique(name: string): string {
  counter += 1;
  return `${name} ${String(process.pid)}-${Date.now().toString(36)}-${String(counter)}`;
}

/** A file as a browser hands it over. */
export async function guideFile(
  title: string,
  pages = 3,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const name = `${title.replaceAll(/\W+/g, '_')}.pdf`;
  return { name, mimeType: 'application/pdf', buffer: await makeGuide(title, pages) };
}

/** The card of a module or a matrix. */
export function cardOf(page: Page, title: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
}

/** Goes to the modules with this text in their title. */
export async function findModules(page: Page, text: string): Promise<void> {
  await page.goto(`/training-modules?q=${encodeURIComponent(text)}`);
}

/** A module with a text, made through the API. */
export async function makeModule(
  world: LearnerWorld,
  title: string,
  fields: Record<string, unknown> = {},
): Promise<number> {
  const { status, body } = await world.admin.post<{ id: number }>('/api/training-modules', {
    title,
    description: 'How the work is done here.',
    contentType: 'text',
    content: 'Read this text to the end before you start to work with it.',
    ...fields,
  });
  if (status !== 201) throw new Error(`Making a module: ${String(status)} ${JSON.stringify(body)}`);
  return body.id;
}

/** The department of a person, with the text that chooses it in a form. */
export async function departmentOf(
  world: LearnerWorld,
  person: Pick<Person, 'email'>,
): Promise<{ readonly id: number; readonly label: string }> {
  const { body: people } = await world.admin.get<{ departmentId: number }[]>(
    `/api/users?q=${encodeURIComponent(person.email)}`,
  );
  const { body: departments } = await world.admin.get<
    { id: number; name: string; organizationName: string }[]
  >('/api/departments?limit=1000');
  const found = departments.find(({ id }) => id === people[0]?.departmentId);
  if (!found) throw new Error(`${person.email} has no department`);
  return { id: found.id, label: `${found.name} · ${found.organizationName}` };
}

/** A matrix of the department of a person, with one module. */
export async function makeMatrix(world: LearnerWorld, person: Person, name: string): Promise<string> {
  const title = unique('Handling of Samples');
  const moduleId = await makeModule(world, title);
  const department = await departmentOf(world, person);
  const { status, body } = await world.admin.post('/api/training-modules/assign-to-matrix', {
    moduleIds: [moduleId],
    matrixName: name,
    departmentId: department.id,
  });
  if (status !== 200) throw new Error(`Making a matrix: ${String(status)} ${JSON.stringify(body)}`);
  return title;
}
