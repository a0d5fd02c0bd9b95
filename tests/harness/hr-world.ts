/** People, CVs and forms of the HR area for its tests (HR-01 … HR-05). */
import { sql } from 'kysely';
import { hrCvsContract } from '#shared/contract/hr-cvs.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { statementFor, type MeaningCode } from '#shared/domain/signatures/statements.ts';
import { unseal, type Sealed } from '#server/platform/crypto/seal.ts';
import type { Services } from '#server/platform/services.ts';
import type { Answer, TestClient } from './client.ts';
import { makePdf } from './sample-files.ts';
import type { TestServer } from './server.ts';
import { readyToSign } from './training-world.ts';
import {
  createOrganization,
  createUser,
  signIn,
  type FixtureOrganization,
  type FixtureUser,
  type UserInput,
} from './world.ts';

/** A person with a client that is signed in and may sign. */
export interface HrPerson {
  readonly user: FixtureUser;
  readonly client: TestClient;
}

/** An organization with its HR person and a member, and an administrator. */
export interface HrWorld {
  readonly organization: FixtureOrganization;
  readonly hr: HrPerson;
  readonly member: HrPerson;
  readonly admin: HrPerson;
}

/** Makes a person who may sign. */
export async function signer(server: TestServer, input: UserInput = {}): Promise<HrPerson> {
  const user = await createUser(server.services, input);
  return { user, client: await readyToSign(server, user) };
}

/** Makes {@link HrWorld}. */
export async function createHrWorld(server: TestServer): Promise<HrWorld> {
  const organization = await createOrganization(server.services);
  const organizationId = organization.id;
  const [hr, member, admin] = await Promise.all([
    signer(server, { organizationId, grants: [{ kind: 'hr', organizationId }] }),
    signer(server, { organizationId, firstName: 'Mia', lastName: 'Member' }),
    signer(server, { role: 'admin' }),
  ]);
  return { organization, hr, member, admin };
}

/** A client of the HR person of another organization. */
export async function foreignHr(server: TestServer): Promise<TestClient> {
  const { id: organizationId } = await createOrganization(server.services);
  const user = await createUser(server.services, {
    organizationId,
    grants: [{ kind: 'hr', organizationId }],
  });
  return signIn(server.client(), user);
}

/** A form with one file and texts. */
export function formWith(
  file: readonly [name: string, bytes: Uint8Array],
  fields: Readonly<Record<string, string>> = {},
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(file[1])]), file[0]);
  return form;
}

let made = 0;

/** A PDF that nobody else has. */
export async function ownPdf(title = 'Document'): Promise<Buffer> {
  made += 1;
  return makePdf(1, { title: `${title} ${String(made)} ${String(process.hrtime.bigint())}` });
}

type Cv = ResponseOf<typeof hrCvsContract.ofPerson>;

/** Uploads a version of the own CV. */
export async function uploadCv(client: TestClient, name = 'cv.pdf', bytes?: Buffer): Promise<Answer<Cv>> {
  return client.post<Cv>('/api/hr/own/cv', formWith([name, bytes ?? (await ownPdf('CV'))]));
}

/** What a person sends to sign with a meaning. */
export const signatureWith = (user: FixtureUser, code: MeaningCode) => ({
  password: user.password,
  meaning: statementFor(code).text,
});

/** Uploads and signs a version of the own CV; answers it. */
export async function signedCv({ client, user }: HrPerson): Promise<Cv> {
  const uploaded = await uploadCv(client);
  const versionId = uploaded.body.versions[0]?.id ?? 0;
  const signed = await client.call(hrCvsContract.sign, {
    body: { versionId, signature: signatureWith(user, 'cv_is_mine') },
  });
  if (signed.status !== 200) throw new Error(JSON.stringify(signed.body));
  return signed.body;
}

/** Lets a person have seen every page of a version, as if it had been read in the viewer (HR-03, HR-04). */
export async function readVersion(
  { db }: Services,
  { user }: Pick<HrPerson, 'user'>,
  versionId: number | null | undefined,
): Promise<void> {
  await sql`
    insert into hr_page_views (version_id, user_id, page)
    select v.id, ${user.id}, page from hr_document_versions v join files f on f.id = v.file_id
    left join file_conversions made on made.file_id = f.id left join files pdf on pdf.id = made.pdf_id
    cross join lateral generate_series(1, coalesce(pdf.pages, f.pages)) as page
    where v.id = ${versionId} on conflict do nothing`.execute(db);
}

/** The secret in the newest mail of a template to an address, opened as the outbox opens it when it sends. */
export async function mailedSecret(services: Services, to: string, template: string): Promise<string> {
  const { rows } = await sql<{ messageId: string; payload: { secret: Sealed } }>`
    select message_id, payload from mail_outbox where to_address = ${to} and template = ${template}
    order by id desc limit 1`.execute(services.db);
  const [mail] = rows;
  if (!mail) throw new Error(`no ${template} was mailed to ${to}`);
  return unseal(services.config, 'mail', mail.messageId, mail.payload.secret);
}

/** The accesses of an action in the trail: by whom, about whom. */
export async function accessesOf(
  services: Services,
  action: string,
): Promise<readonly { readonly actor: string; readonly subject: string | null }[]> {
  const { rows } = await sql<{ actor: string; subject: string | null }>`
    select actor_id as actor, subject_id as subject from audit.events where kind = 'access' and action = ${action} order by id
  `.execute(services.db);
  return rows;
}
