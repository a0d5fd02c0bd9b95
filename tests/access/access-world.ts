/**
 * The world of the access tests (AUTH-13): the reach world, in which everybody has an open training with a file and a
 * completed one with its certificate, and a signed-in client for each persona.
 */
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { apiTokensContract } from '#shared/contract/api-tokens.ts';
import { everyTokenScope, isScopeFor } from '#shared/domain/access/token-scopes.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { Services } from '#server/platform/services.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { insertCvs, insertHrOfOrganizations, type HrMaterial } from './hr-material.ts';
import { createReachWorld, type ReachPerson, type ReachWorld } from '#tests/harness/reach-world.ts';
import type { TestServer } from '#tests/harness/server.ts';
import { asFixture, signIn } from '#tests/harness/world.ts';

/** Who calls, in the order of the columns of the table. */
export const personas = [
  'anonymous',
  'learner',
  'manager',
  'admin',
  'hr',
  'inspector',
  'inactive',
  'mustChange',
] as const;

/** One of {@link personas}. */
export type Persona = (typeof personas)[number];

/** What everybody in the world has. */
export interface Material {
  /** The module of the open training: nobody else has it. */
  readonly moduleId: number;
  /** A file of that module. */
  readonly file: string;
  readonly assignmentId: number;
  readonly completedModuleId: number;
  readonly completedAssignmentId: number;
  readonly certificateNumber: string;
  readonly certificateCode: string;
  /** A notification under the bell, whether or not the person has one. */
  readonly notificationId: number;
  /** A version of the own CV that waits for its signature. */
  readonly cvVersionId: number;
  /** What the person assigned to everybody in the background, which gave nobody anything. */
  readonly runId: number;
}

/** A matrix of one organization with one entry. */
export interface MatrixMaterial {
  readonly id: number;
  readonly name: string;
  readonly entryId: number;
}

/** The world. */
export interface AccessWorld {
  readonly server: TestServer;
  readonly reach: ReachWorld;
  /** Who stands behind a persona; anonymous is nobody. */
  readonly people: Readonly<Record<Exclude<Persona, 'anonymous'>, ReachPerson>>;
  /** A client of a persona; `fresh` signs in anew, for calls that end a session. */
  readonly client: (persona: Persona, fresh?: boolean) => Promise<TestClient>;
  /** A client with an API token of the first organization that has every permission such a token can have (OPS-06). */
  readonly machine: TestClient;
  /** What its calls carry. */
  readonly machineHeaders: Readonly<Record<string, string>>;
  /** What a person has. */
  readonly materialOf: (person: { readonly id: string }) => Material;
  /** The matrix of an organization. */
  readonly matrixOf: (organizationId: number) => MatrixMaterial;
  /** What an organization has in the HR area. */
  readonly hrOf: (organizationId: number) => HrMaterial;
  /** A stored file. */
  readonly fileId: number;
}

/** Makes the world on a server of its own. */
export async function createAccessWorld(server: TestServer): Promise<AccessWorld> {
  const reach = await createReachWorld(server.services);
  const [alpha] = reach.organizations;
  const people = {
    learner: alpha.learners[0],
    manager: alpha.leads[0],
    admin: reach.admin,
    hr: alpha.hr,
    inspector: alpha.inspector,
    inactive: alpha.inactive,
    mustChange: alpha.mustChange,
  };
  const { materials, matrices, hr, fileId } = await createMaterial(server.services, reach);
  const machineHeaders = await createMachine(server, reach);
  const clients = new Map<Persona, TestClient>([['anonymous', server.client()]]);
  const open = async (persona: Exclude<Persona, 'anonymous'>): Promise<TestClient> => {
    const person = people[persona];
    if (persona !== 'inactive') return signIn(server.client(), person);
    // Switched off without ending the session: the session alone must not let anybody in.
    await setActive(server.services, person.id, true);
    const client = await signIn(server.client(), person);
    await setActive(server.services, person.id, false);
    return client;
  };
  return {
    server,
    reach,
    people,
    client: async (persona, fresh = false) => {
      const known = clients.get(persona);
      if (known && !(fresh && persona !== 'anonymous')) return known;
      if (persona === 'anonymous') return server.client();
      const client = await open(persona);
      if (!fresh) clients.set(persona, client);
      return client;
    },
    machine: server.client({ headers: machineHeaders }),
    machineHeaders,
    materialOf: (person) => get(materials, person.id),
    matrixOf: (organizationId) => get(matrices, organizationId),
    hrOf: (organizationId) => get(hr, organizationId),
    fileId,
  };
}

async function createMachine(
  server: TestServer,
  { admin, organizations }: ReachWorld,
): Promise<Readonly<Record<string, string>>> {
  const organizationId = organizations[0].organization.id;
  const client = await signIn(server.client(), admin);
  const made = await client.call(apiTokensContract.create, {
    body: {
      name: 'Machine of the world',
      scopes: everyTokenScope.filter((scope) => isScopeFor(scope, organizationId)),
      organizationId,
      // Not today, which may end during the run.
      lastDay: addDays(server.services.clock.now().toISOString().slice(0, 10), 30),
      reason: 'A machine calls.',
    },
  });
  if (made.body.token === null) throw new Error('the token was not shown');
  return { authorization: `Bearer ${made.body.token}` };
}

function get<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`the world has nothing for ${String(key)}`);
  return value;
}

async function setActive(services: Services, userId: string, isActive: boolean): Promise<void> {
  await asFixture(services, async (tx) => {
    await tx.db.updateTable('users').set({ isActive }).where('id', '=', userId).execute();
  });
}

const versionHash = sha256Hex('content of the access world');

async function createMaterial(services: Services, reach: ReachWorld) {
  const stored = await services.files.put(Readable.from(['A text that only some may read.\n']), {
    maxBytes: 1000,
  });
  return asFixture(services, async (tx) => {
    const { everyone } = reach;
    const open = await insertModules(tx, everyone, 'Training of');
    const completed = await insertModules(tx, everyone, 'Completed training of');
    const file = await tx.db
      .insertInto('files')
      .values({ sha256: stored.sha256, size: stored.size, mime: 'text/plain' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.db
      .insertInto('moduleVersionFiles')
      .values(
        everyone.map((person, index) => ({
          versionId: at(open, index).versionId,
          fileId: file.id,
          position: 0,
          name: `${person.id}.txt`,
          originalName: `${person.id}.txt`,
        })),
      )
      .execute();
    const assignments = await insertAssignments(tx, everyone, open, 'not_started');
    const done = await insertAssignments(tx, everyone, completed, 'completed');
    const certificates = await insertCertificates(tx, everyone, completed, done);
    await tx.db
      .insertInto('mailOutbox')
      .values({
        messageId: '<mail-of-the-world@world.example>',
        toAddress: 'mail-of-the-world@world.example',
        template: 'people.emailChanged',
        cause: 'profile.changed users',
      })
      .execute();
    await sql`
      with made as (
        insert into webhooks (name, address, organization_id, events, created_by)
        values ('Webhook of the world', 'https://world.systems.org/hook', ${reach.organizations[0].organization.id}, '{user.created}', ${reach.admin.id})
        returning id
      )
      insert into webhook_deliveries (webhook_id, message_id, event, data, next_attempt_at)
      select id, 'msg_of_the_world', 'user.created', '{}', app_now() + interval '1 day' from made`.execute(
      tx.db,
    );
    // Nobody is new: a first sign-in would be told to the administrators.
    await tx.db
      .updateTable('users')
      .set({ lastSignInAt: sql<Date>`app_now()` })
      .execute();
    const notifications = await tx.db
      .insertInto('notifications')
      .values(everyone.map(({ id }) => ({ type: 'first_login', userId: id, subjectId: id })))
      .returning(['id', 'userId'])
      .execute();
    const notificationOf = new Map(notifications.map(({ id, userId }) => [userId, id]));
    const cvs = await insertCvs(tx, everyone, file.id);
    const runs = await insertRuns(tx, everyone);
    await tx.db
      .insertInto('nameRequests')
      .values(everyone.map(({ id }) => ({ userId: id, firstName: 'Other', lastName: 'Name' })))
      .execute();
    const materials = new Map(
      everyone.map((person, index): [string, Material] => [
        person.id,
        {
          moduleId: at(open, index).id,
          file: `${person.id}.txt`,
          assignmentId: at(assignments, index),
          completedModuleId: at(completed, index).id,
          completedAssignmentId: at(done, index),
          notificationId: get(notificationOf, person.id),
          ...at(certificates, index),
          cvVersionId: at(cvs, index),
          runId: get(runs, person.id),
        },
      ]),
    );
    const matrices = new Map<number, MatrixMaterial>();
    for (const { organization, departments, director } of reach.organizations) {
      const name = `Matrix of ${organization.name}`;
      const matrix = await tx.db
        .insertInto('trainingMatrices')
        .values({ name, organizationId: organization.id, departmentId: departments[0].id })
        .returning('id')
        .executeTakeFirstOrThrow();
      const entry = await tx.db
        .insertInto('trainingMatrix')
        .values({ matrixId: matrix.id, moduleId: get(materials, director.id).moduleId })
        .returning('id')
        .executeTakeFirstOrThrow();
      matrices.set(organization.id, { id: matrix.id, name, entryId: entry.id });
    }
    const hr = await insertHrOfOrganizations(
      tx,
      reach.organizations.map(({ organization }) => organization),
      file.id,
    );
    return { materials, matrices, hr, fileId: file.id };
  });
}

/** By person what each has assigned to everybody. */
async function insertRuns(
  tx: CommandTransaction,
  everyone: readonly ReachPerson[],
): Promise<ReadonlyMap<string, number>> {
  const runs = await tx.db
    .insertInto('assigningRuns')
    .values(
      everyone.map(({ id }) => ({
        kind: 'matrix',
        state: 'done',
        peopleTotal: everyone.length,
        requestedBy: id,
      })),
    )
    .returning(['id', 'requestedBy'])
    .execute();
  await sql`
    insert into assigning_run_people (run_id, user_id, assignments, left_out)
    select r.id, u.id, 0, '[{"moduleId": null, "reason": "nothing_needed"}]' from assigning_runs r cross join users u
  `.execute(tx.db);
  return new Map(runs.map(({ id, requestedBy }) => [requestedBy, id]));
}

interface MadeModule {
  readonly id: number;
  readonly versionId: number;
  readonly title: string;
}

async function insertModules(
  tx: CommandTransaction,
  everyone: readonly ReachPerson[],
  what: string,
): Promise<MadeModule[]> {
  const modules = await tx.db
    .insertInto('trainingModules')
    .values(
      everyone.map((person) => ({
        title: `${what} ${person.id}`,
        description: 'About access',
        contentType: 'text' as const,
      })),
    )
    .returning(['id', 'title'])
    .execute();
  const versions = await tx.db
    .insertInto('moduleVersions')
    .values(
      modules.map(({ id }) => ({
        moduleId: id,
        number: 1,
        status: 'published' as const,
        content: 'A text of more than twenty characters about access.',
        contentHash: versionHash,
        publishedAt: sql<Date>`app_now()`,
        effectiveFrom: sql<Date>`app_now()`,
      })),
    )
    .returning(['id', 'moduleId'])
    .execute();
  await sql`
    update training_modules m set current_version_id = v.id from module_versions v
    where v.module_id = m.id and m.id = any(${modules.map(({ id }) => id)})
  `.execute(tx.db);
  const byTitle = new Map(modules.map((module) => [module.title, module]));
  const versionOf = new Map(versions.map((version) => [version.moduleId, version.id]));
  return everyone.map((person) => {
    const module = get(byTitle, `${what} ${person.id}`);
    return { id: module.id, title: module.title, versionId: get(versionOf, module.id) };
  });
}

async function insertAssignments(
  tx: CommandTransaction,
  everyone: readonly ReachPerson[],
  modules: readonly MadeModule[],
  status: 'not_started' | 'completed',
): Promise<number[]> {
  const rows = await tx.db
    .insertInto('trainingAssignments')
    .values(
      everyone.map((person, index) => ({
        userId: person.id,
        moduleId: at(modules, index).id,
        moduleVersionId: at(modules, index).versionId,
        status,
        dueDate: '2999-12-31',
        progress: status === 'completed' ? 100 : 0,
        completedAt: status === 'completed' ? sql<Date>`app_now()` : null,
      })),
    )
    .returning(['id', 'userId'])
    .execute();
  const byUser = new Map(rows.map((row) => [row.userId, row.id]));
  return everyone.map((person) => get(byUser, person.id));
}

async function insertCertificates(
  tx: CommandTransaction,
  everyone: readonly ReachPerson[],
  modules: readonly MadeModule[],
  assignments: readonly number[],
) {
  const records = await tx.db
    .insertInto('trainingRecords')
    .values(
      everyone.map((person, index) => ({
        assignmentId: at(assignments, index),
        cycle: 1,
        userId: person.id,
        organizationId: person.organizationId,
        moduleId: at(modules, index).id,
        moduleVersionId: at(modules, index).versionId,
        moduleTitle: at(modules, index).title,
        versionNumber: 1,
        versionHash,
        completionPolicy: 'self_attest' as const,
        completedAt: sql<Date>`app_now()`,
        recordBytes: `record of ${person.id}`,
        recordHash: sha256Hex(`record of ${person.id}`),
      })),
    )
    .returning(['id', 'userId'])
    .execute();
  const recordOf = new Map(records.map((record) => [record.userId, record.id]));
  const certificates = everyone.map((person, index) => ({
    certificateNumber: `TT-ACCESS-${String(index + 1)}`,
    certificateCode: sha256Hex(person.id).slice(0, 32),
  }));
  await tx.db
    .insertInto('certificates')
    .values(
      everyone.map((person, index) => ({
        number: at(certificates, index).certificateNumber,
        code: at(certificates, index).certificateCode,
        trainingRecordId: get(recordOf, person.id),
      })),
    )
    .execute();
  return certificates;
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error('the world lost an item');
  return item;
}
