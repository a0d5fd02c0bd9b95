/** What the test files of the HR area share: a database and a server for each file, and new people for each test. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { BodyInput, ResponseOf } from '#shared/contract/endpoint.ts';
import type { Problem } from '#shared/contract/errors.ts';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import {
  createHrWorld,
  formWith,
  ownPdf,
  readVersion,
  signatureWith,
  type HrPerson,
  type HrWorld,
} from './hr-world.ts';
import { startTestServer, type TestServer } from './server.ts';

/** What a test of the HR area runs on; a test may replace people of its world, such as those who sign in again later. */
export interface HrTests {
  readonly database: TestDatabase;
  readonly server: TestServer;
  world: HrWorld;
}

/** Starts a database and a server for the tests of this file, creates an {@link HrWorld} before each test and sets the clock back after it. */
export function hrTests(): HrTests {
  let database: TestDatabase;
  let server: TestServer;
  let world: HrWorld;
  beforeAll(async () => {
    database = await createTestDatabase();
    server = await startTestServer({ db: database });
  });
  beforeEach(async () => {
    world = await createHrWorld(server);
  });
  afterEach(() => database.moveClock({}));
  afterAll(async () => {
    await server.close();
    await database.drop();
  });
  return {
    get database() {
      return database;
    },
    get server() {
      return server;
    },
    get world() {
      return world;
    },
    set world(next) {
      world = next;
    },
  };
}

/** An agreement as HR and its parties see it. */
export type Agreement = ResponseOf<typeof hrAgreementsContract.get>;
type AgreementInput = Partial<BodyInput<typeof hrAgreementsContract.create>>;

/** The steps of an agreement, from its draft to its signatures (HR-03). */
export function agreementSteps(tests: HrTests) {
  const today = new Date().toISOString().slice(0, 10);

  async function draft(changes: AgreementInput = {}): Promise<Agreement> {
    const { hr, organization, member } = tests.world;
    const answer = await hr.client.call(hrAgreementsContract.create, {
      body: {
        organizationId: organization.id,
        title: 'Medical advice',
        kind: 'consulting',
        partyUserId: member.user.id,
        partyName: null,
        partyEmail: null,
        startsOn: today,
        endsOn: addDays(today, 365),
        noticeDays: 90,
        ...changes,
      },
    });
    expect(answer.status).toBe(201);
    return answer.body;
  }

  const upload = async (id: number) =>
    tests.world.hr.client.post<Agreement>(
      `/api/hr/agreements/${String(id)}/versions`,
      formWith(['agreement.pdf', await ownPdf('Agreement')]),
    );

  const step = (person: HrPerson, name: 'send' | 'withdraw', id: number) =>
    person.client.post<Agreement & Problem>(`/api/hr/agreements/${String(id)}/${name}`);

  async function sent(changes: AgreementInput = {}): Promise<Agreement> {
    const { id } = await draft(changes);
    await upload(id);
    const answer = await step(tests.world.hr, 'send', id);
    expect(answer.status).toBe(200);
    return answer.body;
  }

  async function sign(
    person: HrPerson,
    id: number,
    code: 'agreed_for_organization' | 'agreed_as_party' | 'agreed_countersigned',
  ) {
    const params = { id: String(id) };
    const { versionId } = (await person.client.call(hrAgreementsContract.get, { params })).body;
    await readVersion(tests.server.services, person, versionId);
    return person.client.call(hrAgreementsContract.sign, {
      params,
      body: { signature: signatureWith(person.user, code) },
    });
  }

  return { draft, upload, step, sent, sign };
}
