/**
 * The small company of the learner's browser tests, made through the API alone: an organization in a zone of its own, a
 * manager, learners, and trainings in every state.
 */
import PDFDocument from 'pdfkit';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { PAGE_CREDIT_MS } from '#shared/domain/viewing/pages.ts';
import { createClient, type TestClient } from '#tests/harness/client.ts';
import { createModuleBy, moduleWith, type Module } from '#tests/harness/module-world.ts';
import { makeOffice, pdfStream, rawPdf, samplePng } from '#tests/harness/sample-files.ts';
import { assignTo, completeText, readText, type Assignment } from '#tests/harness/training-world.ts';
import { enrol, type TestAuthenticator } from '#tests/harness/two-factor.ts';
import type { FixtureUser } from '#tests/harness/world.ts';
import { serverFacts } from './facts.ts';
import { acceptInvitation } from './invitation.ts';

/** The zone of the company: its calendar day decides what is due. */
export const zone = 'Europe/Berlin';

/** Today in a zone, that of the company when none is named. */
export const today = (timeZone = zone, now = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);

/** A person who has chosen a password. */
export type Person = Pick<FixtureUser, 'id' | 'email' | 'password' | 'firstName' | 'lastName'>;

/** The company. */
export interface LearnerWorld {
  readonly url: string;
  readonly admin: TestClient;
  readonly organizationId: number;
  /** Name of the company: several workers make one each. */
  readonly organizationName: string;
  readonly manager: Person;
  /** Makes a learner of the company who reports to the manager. */
  readonly learner: (fields?: Record<string, unknown>) => Promise<Person>;
  /** The same in a department of the learner's own: a matrix for it, whose rules stay live, reaches nobody else. */
  readonly learnerApart: (fields?: Record<string, unknown>) => Promise<Person>;
  /** A client of the person, signed in. */
  readonly clientOf: (person: Person) => Promise<TestClient>;
  /** Assigns a module, due so many days from today. */
  readonly give: (person: Person, module: Module, days: number) => Promise<Assignment>;
}

let counter = 0;
const nextNumber = (): string => String((counter += 1));

async function made<Body>(answer: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${String(status)} ${JSON.stringify(body)}`);
  return body;
}

async function signInAt(url: string, email: string, password: string): Promise<TestClient> {
  const client = createClient(url, { stepUpWith: password });
  await made(client.post('/api/auth/login', { email, password }));
  return client;
}

/** Makes the company on a server where somebody is an administrator: the server of the run, or another one with its facts. */
export async function createLearnerWorld(
  url: string,
  administrator: { readonly email: string; readonly password: string },
  facts = serverFacts(),
): Promise<LearnerWorld> {
  const admin = await signInAt(url, administrator.email, administrator.password);
  const suffix = `${String(process.pid)}-${Date.now().toString(36)}`;
  const organizationName = `Clinwell Research ${suffix}`;
  const organization = await made(
    admin.post<{ id: number }>('/api/organizations', {
      name: organizationName,
      type: 'Clinical Research Organization',
      timeZone: zone,
    }),
  );
  const makeDepartment = (name: string): Promise<{ id: number }> =>
    made(admin.post<{ id: number }>('/api/departments', { name, organizationId: organization.id }));
  const department = await makeDepartment('Clinical Research');
  /** The invitation is accepted at once, as the person would do it: nobody signs with a password that an administrator knows. */
  const person = async (fields: Record<string, unknown>): Promise<Person> => {
    const email = `walker-${nextNumber()}-${suffix}@world.example`;
    const preset = 'preset-for-the-first-day';
    const named = { firstName: 'Lena', lastName: 'Hofmann', ...fields };
    const { user } = await made(
      admin.post<{ user: { id: string } }>('/api/users', {
        email,
        role: 'learner',
        jobTitle: 'Clinical Research',
        organizationId: organization.id,
        departmentId: department.id,
        presetPassword: preset,
        ...named,
      }),
    );
    const password = 'walk-seven-green-lamps';
    await acceptInvitation({ ...facts, url }, { id: user.id, email, password });
    return { id: user.id, email, password, ...named };
  };
  const manager = await person({
    role: 'manager',
    firstName: 'Maria',
    lastName: 'Berger',
    jobTitle: 'Head of Clinical Operations',
  });
  return {
    url,
    admin,
    organizationId: organization.id,
    organizationName,
    manager,
    learner: (fields = {}) => person({ managerId: manager.id, ...fields }),
    learnerApart: async (fields = {}) => {
      const { id } = await makeDepartment(`Ward ${nextNumber()}`);
      return person({ managerId: manager.id, departmentId: id, ...fields });
    },
    clientOf: ({ email, password }) => signInAt(url, email, password),
    give: (to, module, days) => assignTo(admin, to.id, module.id, { dueDate: addDays(today(), days) }),
  };
}

/** Accepts that signatures bind, so that the person can sign at once. */
export async function acceptAgreement(client: TestClient): Promise<TestClient> {
  await made(client.post('/api/auth/signature-agreement', { accepted: true }));
  return client;
}

/** Enrols an authenticator, as the person does it in the settings; the client stays signed in. */
export function enrolAuthenticator(client: TestClient, { password }: Person): Promise<TestAuthenticator> {
  return enrol({ clock: { now: () => new Date(), synchronize: async () => undefined } }, client, password);
}

/** Reads so many percent of a training whose parts the server does not count. */
export const declare = readText;

/** Reads pages of a file at the pace that the server credits: one a second; the reading stops at the last of them. */
export async function readPages(
  client: TestClient,
  id: number,
  file: string,
  pages: readonly number[],
): Promise<void> {
  const path = `/api/training-assignments/${String(id)}`;
  const opened = client.post<{ viewSessionId: string; files: { name: string; url: string }[] }>(
    `${path}/view-session`,
  );
  const { viewSessionId, files } = await made(opened);
  const { url = '' } = files.find(({ name }) => name === file) ?? {};
  await (await client.fetch('GET', url)).arrayBuffer();
  await new Promise((resolve) => setTimeout(resolve, pages.length * PAGE_CREDIT_MS + 100));
  await made(client.post(`${path}/progress`, { viewSessionId, file, pages, position: pages.at(-1) }));
}

/** Starts, reads and signs a text training; answers it as completed. */
export async function completeTraining(world: LearnerWorld, person: Person, id: number): Promise<Assignment> {
  const client = await acceptAgreement(await world.clientOf(person));
  return completeText(client, id, person);
}

const paragraph =
  'Everybody who writes, checks or approves a record is responsible for what it says. A record is made at the time of ' +
  'the work, by the person who did it, and is never overwritten: a correction keeps the first entry readable and says ' +
  'who changed it, when and why. ';

/** A PDF as a quality unit writes it: A4, headings, running text, a page number. */
export async function makeGuide(title: string, pages: number): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 64, autoFirstPage: false, info: { Title: title } });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.once('end', resolve));
  for (let page = 1; page <= pages; page += 1) {
    document.addPage();
    document.fontSize(9).fillColor('#5b6b78').text(title, { align: 'right' }).moveDown(2);
    document
      .fontSize(20)
      .fillColor('#0b6a63')
      .text(`${String(page)}. Section ${String(page)} of the guide`)
      .moveDown();
    for (let part = 0; part < 5; part += 1) {
      document.fontSize(11).fillColor('#17222c').text(paragraph, { lineGap: 3 }).moveDown();
    }
    document
      .fontSize(9)
      .fillColor('#5b6b78')
      .text(`Page ${String(page)} of ${String(pages)}`, 64, 760);
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** One page with Japanese in a font that is not embedded, and whose letters only a character map explains. */
export function japanesePdf(): Buffer {
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Resources << /Font << /F 4 0 R >> >> /Contents 7 0 R >>',
    '<< /Type /Font /Subtype /Type0 /BaseFont /MS-Gothic /Encoding /90ms-RKSJ-H /DescendantFonts [5 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /MS-Gothic /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 6 0 R /DW 1000 >>',
    '<< /Type /FontDescriptor /FontName /MS-Gothic /Flags 4 /FontBBox [0 -137 1000 859] /ItalicAngle 0 /Ascent 859 /Descent -140 /CapHeight 769 /StemV 78 >>',
    // 日本語 in Shift JIS.
    pdfStream('BT /F 40 Tf 40 400 Td <93fa967b8cea> Tj ET'),
  ]);
}

/** Two pages of very unequal size: A5, and a strip of fifty metres. */
export function unequalPdf(): Buffer {
  const page = (width: number, height: number): string =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${String(width)} ${String(height)}] /Resources << /Font << /F 5 0 R >> >> /Contents 6 0 R >>`;
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    page(420, 595),
    page(420, 14_400),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    pdfStream('BT /F 30 Tf 40 100 Td (The foot of the page) Tj ET'),
  ]);
}

/** A module with one PDF of so many pages. */
export async function guideModule(
  admin: TestClient,
  title: string,
  pages: number,
  fields: Record<string, unknown> = {},
): Promise<Module> {
  return moduleWith(admin, [[`${title.replaceAll(/\W+/g, '-')}.pdf`, await makeGuide(title, pages)]], {
    title,
    description: `What everybody in clinical research must know: ${title}.`,
    reference: `${title.slice(0, 12).trim()}/${Date.now().toString(36)}`,
    duration: 45,
    ...fields,
  });
}

/** A module with text only. */
export async function textModule(
  admin: TestClient,
  title: string,
  text: string,
  fields: Record<string, unknown> = {},
): Promise<Module> {
  return createModuleBy(admin, {
    title,
    description: 'A short text to read.',
    contentType: 'text',
    content: text,
    duration: 10,
    ...fields,
  });
}

/** A text of many paragraphs, longer than any screen, and of few words: each takes its time before it counts. */
export const longText = Array.from({ length: 40 }, (_, at) => `${String(at + 1)}.`).join('\n\n');

/** The modules of {@link createBusyLearner}, made once a company. What it has read is one word: more would take its time for each. */
async function makeBusyModules({ admin }: LearnerWorld) {
  return {
    control: await guideModule(admin, 'TP-QMS-004 Document Control and Good Documentation Practice', 6),
    consent: await guideModule(admin, 'TP-CRO-2.1a Informed Consent in Clinical Trials', 12),
    safety: await textModule(admin, 'Safety Reporting in Brief', longText),
    visit: await createModuleBy(admin, {
      title: 'CP-11 Site Initiation Visit',
      description: 'Content follows.',
      contentType: 'self-learning',
    }),
    exits: await mixedModule(admin),
    privacy: await textModule(admin, 'Data Protection Basics', 'Everybody-reads-this!'),
    practice: await textModule(admin, 'ICH GCP E6(R3): What Changed', 'Everybody-reads-this!'),
  };
}

const busyModules = new WeakMap<LearnerWorld, ReturnType<typeof makeBusyModules>>();

/** A learner with trainings in every state: overdue, due today, due soon, later, in progress, completed, empty. */
export async function createBusyLearner(
  world: LearnerWorld,
  fields: Record<string, unknown> = {},
): Promise<Person> {
  const making = busyModules.get(world) ?? makeBusyModules(world);
  busyModules.set(world, making);
  const modules = await making;
  const learner = await world.learner(fields);
  await world.give(learner, modules.control, -2);
  await world.give(learner, modules.consent, 0);
  await world.give(learner, modules.safety, 3);
  await world.give(learner, modules.visit, 9);
  await world.give(learner, modules.exits, 30);
  const begun = await world.give(learner, modules.privacy, 6);
  await declare(await world.clientOf(learner), begun.id, 40);
  const done = await world.give(learner, modules.practice, 14);
  await completeTraining(world, learner, done.id);
  return learner;
}

/** A module of everything that the viewer shows without counting: text, a picture, a file to download. */
export function mixedModule(admin: TestClient): Promise<Module> {
  const files = [
    ['floor-plan.png', samplePng],
    ['handbook.docx', makeOffice('docx')],
  ] as const;
  return moduleWith(admin, files, {
    title: 'Emergency Exits and the Evacuation Plan',
    contentType: 'self-learning',
    content: 'Learn the two ways out of your building before you start to work in it.',
    duration: 5,
  });
}
