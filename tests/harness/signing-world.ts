/** People with a training that is read and only has to be signed, and what others do to their accounts: for the attacks of SIG-05. */
import type { TestClient } from './client.ts';
import type { TestDatabase } from './database.ts';
import { mailedTokenOf } from './mailed-token.ts';
import type { TestServer } from './server.ts';
import {
  assignTo,
  createTextModules,
  readText,
  readyToSign,
  sign,
  type TrainingWorld,
} from './training-world.ts';
import { createUser, signIn, type FixtureUser, type UserInput } from './world.ts';

/** What a refused or made signature comes to. */
export type Outcome = 'signed' | (string & {});

interface Problem {
  readonly code?: string;
  readonly ways?: readonly string[];
  readonly causes?: readonly string[];
  readonly mailbox?: string | null;
}

/** A person whose trainings are read. */
export interface Victim {
  readonly person: FixtureUser;
  /** The own session of the person. */
  readonly client: TestClient;
  /** Trainings that only have to be signed. */
  readonly ids: readonly number[];
}

/** Makes such people, and does to them what administrators can do. */
export class SigningWorld {
  readonly #server: TestServer;
  readonly #db: TestDatabase;
  readonly #world: TrainingWorld;
  #modules: readonly number[] = [];

  constructor(server: TestServer, db: TestDatabase, world: TrainingWorld) {
    this.#server = server;
    this.#db = db;
    this.#world = world;
  }

  /** A person with an own password, two trainings to sign, and the agreement accepted. */
  async victim(input: UserInput = {}): Promise<Victim> {
    const person = await createUser(this.#server.services, {
      organizationId: this.#world.organization.id,
      ...input,
    });
    const client = await readyToSign(this.#server, person);
    return { person, client, ids: await this.trainings(person.id, client) };
  }

  /** Assigns two trainings and reads them in a session of their person. */
  async trainings(userId: string, client: TestClient): Promise<readonly number[]> {
    if (this.#modules.length === 0) this.#modules = await createTextModules(this.#server.services, 2);
    const ids: number[] = [];
    for (const moduleId of this.#modules) ids.push((await assignTo(this.#world.admin, userId, moduleId)).id);
    for (const id of ids) await readText(client, id);
    return ids;
  }

  /** Signs and says what came of it: `signed`, or the code of the refusal. */
  async sign(
    client: TestClient,
    id: number,
    password: string,
    fields: Record<string, unknown> = {},
  ): Promise<Outcome> {
    const { status, body } = await sign<Problem>(client, id, { password }, fields);
    return status === 200 ? 'signed' : (body.code ?? String(status));
  }

  /** The answer of a refused signature. */
  async refusal(client: TestClient, id: number, password: string): Promise<Problem> {
    return (await sign<Problem>(client, id, { password })).body;
  }

  /** An administrator issues a password, signs in with it and chooses another: the session and what was chosen. */
  async takeOver(
    admin: TestClient,
    userId: string,
    email: string,
  ): Promise<{ client: TestClient; password: string }> {
    const issued = await admin.post<{ newPassword: string }>(`/api/users/${userId}/set-password`, {
      password: 'known-to-admin',
      reason: 'The person called',
    });
    if (issued.status !== 200) throw new Error(JSON.stringify(issued.body));
    const client = await signIn(this.#server.client(), { email, password: issued.body.newPassword });
    const password = 'chosen by somebody else';
    const chosen = await client.post('/api/change-password', {
      currentPassword: issued.body.newPassword,
      newPassword: password,
    });
    if (chosen.status !== 200) throw new Error(JSON.stringify(chosen.body));
    return { client, password };
  }

  /** Chooses a password by the newest link of a kind in a mailbox. */
  async chooseByLink(mailbox: string, password: string, template = 'accounts.resetPassword'): Promise<void> {
    const token = await mailedTokenOf(this.#server.services, this.#db, mailbox, template);
    const answer = await this.#server
      .client()
      .post('/api/auth/reset-password', { token, newPassword: password });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }
}
