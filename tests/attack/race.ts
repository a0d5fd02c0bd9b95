/** What a race is, and what races have in common. */
import type { Answer, TestClient } from '#tests/harness/client.ts';
import {
  createOrganization,
  createUser,
  signIn,
  type FixtureUser,
  type UserInput,
} from '#tests/harness/world.ts';
import type { Round } from './attack.ts';
import { recorded } from './finding.ts';
import type { Ground } from './ground.ts';

/** What a race works with. */
export interface RaceInput {
  readonly ground: Ground;
  readonly round: Round;
  /** Notes that the race ended as it must not. */
  readonly fail: (what: string) => void;
}

/** Calls at the same moment, and what must be true afterwards. */
export interface Race {
  readonly name: string;
  readonly run: (input: RaceInput) => Promise<void>;
}

/** Somebody new with a recorded client. */
export async function someone(
  { ground, round }: RaceInput,
  who: string,
  input: UserInput = {},
): Promise<readonly [person: FixtureUser, client: TestClient]> {
  const person = await createUser(ground.server.services, input);
  const client = await signIn(ground.server.client(), person);
  return [person, recorded(round.log, who, client)];
}

/** A new client that nobody has signed in with. */
export const visitor = ({ ground, round }: RaceInput, who = 'anonymous'): TestClient =>
  recorded(round.log, who, ground.server.client());

/** A new organization. */
export const organization = ({ ground }: RaceInput) => createOrganization(ground.server.services);

/** Sends calls at once, and fails unless so many of them are answered with success and none with a server error. */
export async function exactly(
  { fail }: RaceInput,
  count: number,
  calls: readonly (() => Promise<Answer>)[],
): Promise<readonly Answer[]> {
  const answers = await Promise.all(calls.map((call) => call()));
  const statuses = answers.map(({ status }) => status);
  const good = statuses.filter((status) => status < 300).length;
  if (good !== count) fail(`${String(good)} of ${statuses.join()} counted, expected ${String(count)}`);
  if (statuses.some((status) => status >= 500)) fail(`answered ${statuses.join()}`);
  return answers;
}

/** The first column of the first row of a query of the superuser. */
export async function valueOf<T>(
  { ground }: RaceInput,
  query: string,
  values: readonly unknown[],
): Promise<T> {
  const { rows } = await ground.database.admin.query<{ value: T }>(query, [...values]);
  const [row] = rows;
  if (!row) throw new Error('the query has no row');
  return row.value;
}
