/** A small company in training: an administrator, a department with people, modules, and the ways through a training. */
import { statementFor, type MeaningCode } from '#shared/domain/signatures/statements.ts';
import { sql } from 'kysely';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { assignmentsContract } from '#shared/contract/assignments.ts';
import { createModule, type NewModule } from '#server/domains/modules/index.ts';
import type { Services } from '#server/platform/services.ts';
import type { z } from 'zod';
import { FASTEST_WORDS_PER_MINUTE } from '#shared/domain/viewing/reading-time.ts';
import type { progressAnswer } from '#shared/contract/viewing.ts';
import type { Answer, TestClient } from './client.ts';
import { until } from './poll.ts';
import type { TestServer } from './server.ts';
import {
  asFixture,
  createDepartment,
  createOrganization,
  createUser,
  createUsers,
  signIn,
  type FixtureDepartment,
  type FixtureOrganization,
  type FixtureUser,
  type UserInput,
} from './world.ts';

/** An assignment as its owner and administrators see it. */
export type Assignment = ResponseOf<typeof assignmentsContract.get>;

/** The company. */
export interface TrainingWorld {
  readonly organization: FixtureOrganization;
  readonly department: FixtureDepartment;
  readonly adminUser: FixtureUser;
  readonly admin: TestClient;
  readonly learners: readonly FixtureUser[];
}

/** The meaning that the tests sign with. */
export const meaning = statementFor('read_and_understood').text;

/** Makes the company with so many learners in its department, in a zone that is not UTC. */
export async function createTrainingWorld(
  server: TestServer,
  learners = 3,
  input: UserInput = {},
): Promise<TrainingWorld> {
  const { services } = server;
  const organization = await createOrganization(services, { timeZone: 'America/New_York' });
  const department = await createDepartment(services, { organizationId: organization.id });
  const adminUser = await createUser(services, { role: 'admin' });
  const people = await createUsers(
    services,
    Array.from({ length: learners }, () => ({
      organizationId: organization.id,
      departmentId: department.id,
      ...input,
    })),
  );
  const admin = await signIn(server.client(), adminUser);
  return { organization, department, adminUser, admin, learners: people };
}

/** Makes modules with text content, published, without files; answers their ids. */
export async function createTextModules(
  services: Services,
  count: number,
  fields: Partial<NewModule> = {},
): Promise<number[]> {
  return asFixture(services, async (tx) => {
    const ids: number[] = [];
    for (let number = 1; number <= count; number += 1) {
      const title = `Module ${String(number)} of ${String(count)}`;
      ids.push(
        await createModule(tx, {
          title,
          description: 'A module of a test',
          contentType: 'text',
          duration: 5,
          completionPolicy: 'signed',
          isActive: true,
          // One word: text counts no faster than a fast reader reads (VIEW-03), and every test that reads would wait for more.
          content: 'Everybody-reads-this!',
          ...fields,
        }),
      );
    }
    return ids;
  });
}

/** Puts modules into a new matrix of the world's department, through the API; answers its id. */
export async function createMatrix(
  world: TrainingWorld,
  moduleIds: readonly number[],
  fields: Record<string, unknown> = {},
): Promise<number> {
  const answer = await world.admin.post<{ matrixId: number }>('/api/training-modules/assign-to-matrix', {
    moduleIds,
    matrixName: `Matrix ${String(moduleIds[0] ?? 0)} ${world.department.name}`,
    departmentId: world.department.id,
    ...fields,
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.matrixId;
}

/** Assigns a module to a person through the API; answers the assignment. */
export async function assignTo(
  admin: TestClient,
  userId: string,
  moduleId: number,
  fields: Record<string, unknown> = {},
): Promise<Assignment> {
  const answer = await admin.post<Assignment>('/api/training/assign-module', { userId, moduleId, ...fields });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** Signs a learner in who has accepted that signatures bind. */
export async function readyToSign(server: TestServer, user: FixtureUser): Promise<TestClient> {
  const client = await signIn(server.client(), user);
  const answer = await client.post('/api/auth/signature-agreement', { accepted: true });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return client;
}

const at = (id: number, part: string) => `/api/training-assignments/${String(id)}/${part}`;

/** Asks for a step of the status machine. */
export function putStatus<Body = Assignment>(
  client: TestClient,
  id: number,
  body: Record<string, unknown>,
): Promise<Answer<Body>> {
  return client.put<Body>(at(id, 'status'), body);
}

/** Opens a text training and sees so many percent of it, in the time that a fast reader takes. */
export async function readText(client: TestClient, id: number, progress = 100): Promise<void> {
  const opened = await client.post<{ viewSessionId: string }>(at(id, 'view-session'));
  const { viewSessionId } = opened.body;
  await until(
    'the text has counted',
    async () => {
      const { status, body } = await client.post<z.output<typeof progressAnswer>>(at(id, 'progress'), {
        viewSessionId,
        progress,
      });
      if (status !== 200) throw new Error(JSON.stringify([opened.body, body]));
      return body.shares.every(({ share }) => share >= progress / 100);
    },
    // The time of a word: a report costs far more than the wait.
    { interval: 60_000 / FASTEST_WORDS_PER_MINUTE },
  );
}

/** Signs the completion of a training whose content was seen, with the statement that it names (SIG-05). */
export async function sign<Body = Assignment>(
  client: TestClient,
  id: number,
  user: Pick<FixtureUser, 'password'>,
  fields: Record<string, unknown> = {},
): Promise<Answer<Body>> {
  const { body } = await client.get<{ statement?: MeaningCode | null }>(
    `/api/training-assignments/${String(id)}`,
  );
  const { text } = statementFor(body.statement ?? 'read_and_understood');
  return putStatus<Body>(client, id, {
    status: 'completed',
    signature: { password: user.password, meaning: text, ...fields },
  });
}

/** Starts, reads and signs a text training; answers it as completed. */
export async function completeText(
  client: TestClient,
  id: number,
  user: Pick<FixtureUser, 'password'>,
): Promise<Assignment> {
  await readText(client, id);
  const done = await sign(client, id, user);
  if (done.status !== 200) throw new Error(JSON.stringify(done.body));
  return done.body;
}

/** How many rows a query of a test counts. */
export async function countRows(services: Services, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from (${query}) counted`.execute(services.db);
  return rows[0]?.count ?? 0;
}
