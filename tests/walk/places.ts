import type { z } from 'zod';
import type { viewSessionAnswer } from '#shared/contract/viewing.ts';
import { webhookEventNames } from '#shared/domain/webhooks/events.ts';
import { PAGE_CREDIT_MS } from '#shared/domain/viewing/pages.ts';
import { createClient, type TestClient } from '../harness/client.ts';
import { uploadAbsences } from '#tests/harness/absence-import.ts';
import { uploadPast } from '../harness/past-import.ts';
import { uploadPeople } from '../harness/people-import.ts';
import { accounts, demoPassword } from '../e2e/facts.ts';
import { walkers, type Walker, type WorldFacts } from './facts.ts';

async function rows<Row>(client: TestClient, path: string): Promise<readonly Row[]> {
  const { status, body } = await client.get<readonly Row[]>(path);
  return status === 200 ? body : [];
}

/** What stands where nothing is found: the screens say so then. */
const nothing = {
  userId: '00000000-0000-0000-0000-000000000000',
  moduleId: '999999',
  inspectionId: '999999',
  code: 'TT-0000-0000',
};

/** What an account says of itself, as far as addresses need it. */
interface Account {
  readonly id: string;
  readonly organization: { readonly slug: string } | null;
}

/** The client of a walker, signed in. */
async function clientOf(url: string, walker: Exclude<Walker, 'signed out'>): Promise<TestClient> {
  const client = createClient(url);
  await client.post('/api/auth/login', { email: accounts[walker], password: demoPassword });
  return client;
}

interface Module {
  readonly id: number;
  readonly reference: string | null;
  readonly contentType: string;
}

interface Started {
  readonly id: number;
  readonly module: Module;
}

/** Reads a training to its end, so that what the viewer saves by the clock while it is walked changes nothing any more. */
async function readWhole(client: TestClient, id: number): Promise<void> {
  const path = `/api/training-assignments/${String(id)}`;
  type Session = z.output<typeof viewSessionAnswer>;
  const { viewSessionId, files } = (await client.post<Session>(`${path}/view-session`)).body;
  for (const { name, pages, url, contentType } of files) {
    if (pages === null) continue;
    const shown = contentType === 'application/pdf' ? url : `${url}?pdf=true`;
    await (await client.fetch('GET', shown)).arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, (pages + 1) * PAGE_CREDIT_MS));
    const all = Array.from({ length: pages }, (_, index) => index + 1);
    const report = { viewSessionId, file: name, pages: all, position: 1 };
    const { status } = await client.post(`${path}/progress`, report);
    if (status !== 200) throw new Error(`${path}/progress: ${String(status)}`);
  }
}

/** A document that learner and manager have started and read, and others have completed, else a module that they may look at: the first by its reference, which no filling changes. */
async function moduleIdOf(client: TestClient, walker: Walker): Promise<string> {
  const first = (modules: readonly Module[]) =>
    modules.toSorted((one, other) => (one.reference ?? '').localeCompare(other.reference ?? ''))[0]?.id;
  // What others have begun by chance differs from demo to demo; what they have completed is shown alike.
  const status = walker === 'learner' || walker === 'manager' ? 'in_progress' : 'completed';
  const own = await rows<Started>(client, `/api/assignments/user?status=${status}&limit=100`);
  const started = own.filter(({ module }) => module.contentType === 'pdf');
  const chosen = first(started.map(({ module }) => module));
  const training = started.find(({ module }) => module.id === chosen);
  if (training && status === 'in_progress') await readWhole(client, training.id);
  return String(chosen ?? first(await rows<Module>(client, '/api/training-modules')) ?? nothing.moduleId);
}

/** An access review of an organization: the newest one, else one that is opened for the walk. */
async function reviewIdOf(admin: TestClient, organizationId: number): Promise<string> {
  const [newest] = await rows<{ id: number }>(admin, '/api/access-reviews?limit=1');
  if (newest) return String(newest.id);
  const { status, body } = await admin.post<{ id: number }>('/api/access-reviews', { organizationId });
  if (status !== 201) throw new Error(`opening an access review: ${String(status)}`);
  return String(body.id);
}

/** The newest of a list, else one that is made for the walk. */
async function newestOr(
  admin: TestClient,
  path: string,
  make: () => Promise<{ readonly status: number; readonly body: { readonly id: number } }>,
): Promise<string> {
  const [newest] = await rows<{ id: number }>(admin, `${path}?limit=1`);
  if (newest) return String(newest.id);
  const { status, body } = await make();
  if (status !== 201) throw new Error(`POST ${path}: ${String(status)} ${JSON.stringify(body)}`);
  return String(body.id);
}

/** A file of each kind that can be imported, as it is before its check, and a webhook. */
async function ofMachines(admin: TestClient) {
  const people = 'Email,First name,Last name\nwalked@people.example,Wanda,Walked\n';
  const past = 'Email,Module,Completed on\nwalked@people.example,Good Clinical Practice,2025-03-01\n';
  const absences = 'Email,From,To,Kind\nwalked@people.example,2025-03-01,2025-03-05,leave\n';
  const webhook = {
    name: 'LMS',
    address: 'https://lms.example.com/events',
    events: [webhookEventNames[0]],
    organizationId: null,
  };
  return {
    importId: await newestOr(admin, '/api/people-imports', () => uploadPeople(admin, people)),
    pastImportId: await newestOr(admin, '/api/completion-imports', () => uploadPast(admin, past)),
    absenceImportId: await newestOr(admin, '/api/absence-imports', () => uploadAbsences(admin, absences)),
    webhookId: await newestOr(admin, '/api/webhooks', () => admin.post('/api/webhooks', webhook)),
  };
}

/** Finds what stands for the parameters of addresses, for each who walks (the same each time in the same data). */
export async function findPlaces(url: string): Promise<WorldFacts['places']> {
  const learner = await clientOf(url, 'learner');
  const learnerId = (await learner.get<Account>('/api/auth/user')).body.id;
  const certificates = await rows<{ verifyUrl: string }>(learner, '/api/certificates?limit=1&sort=number');
  const admin = await clientOf(url, 'admin');
  const organizations = await rows<{ id: number; slug: string }>(admin, '/api/organizations?limit=1000');
  const inspections = await rows<{ id: number }>(admin, '/api/inspections?limit=1');
  // The organization whose documents HR looks after: another one is not theirs to see.
  const hr = (await (await clientOf(url, 'hr')).get<{ organizationId: number }>('/api/auth/user')).body;
  const shared = {
    ...nothing,
    userId: learnerId,
    slug: organizations.find(({ id }) => id === hr.organizationId)?.slug ?? 'none',
    reviewId: await reviewIdOf(admin, hr.organizationId),
    // The open one of the demo.
    inspectionId: String(inspections[0]?.id ?? nothing.inspectionId),
    ...(await ofMachines(admin)),
    code: certificates[0]?.verifyUrl.split('/').at(-1) ?? nothing.code,
  };
  const found: (readonly [Walker, Readonly<Record<string, string>>])[] = [['signed out', shared]];
  for (const walker of walkers) {
    if (walker === 'signed out') continue;
    const client = await clientOf(url, walker);
    const { organization } = (await client.get<Account>('/api/auth/user')).body;
    const slug = organization?.slug ?? shared.slug;
    found.push([walker, { ...shared, slug, moduleId: await moduleIdOf(client, walker) }]);
  }
  return Object.fromEntries(found) as WorldFacts['places'];
}
