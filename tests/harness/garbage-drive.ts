/** Sends garbage to one call of the catalogue, and says what it must not have done (SEC-01). */
import { Agent } from 'node:http';
import fc from 'fast-check';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { accessTable, type TargetName } from '#tests/access/access-table.ts';
import type { AccessWorld } from '#tests/access/access-world.ts';
import type { TestClient } from './client.ts';
import type { TestDatabase } from './cluster.ts';
import { garbageFor, type GarbageRequest, type RightCall } from './garbage.ts';
import { problemFault } from './problem-fault.ts';
import { rawRequest, type RawAnswered } from './raw-request.ts';
import type { TestServer } from './server.ts';

/** Who sends garbage. */
export type Sender = 'admin' | 'learner' | 'machine';

/** Where garbage is sent. */
export interface GarbagePlace {
  readonly database: TestDatabase;
  readonly server: TestServer;
  readonly world: AccessWorld;
}

/**
 * A call as the access table makes it: an administrator's is about a person of another organization, a learner's about oneself, a
 * machine's about a learner of its organization.
 */
export async function rightCall(
  { world }: GarbagePlace,
  endpoint: AnyEndpoint,
  sender: Sender,
): Promise<RightCall> {
  const persona = sender === 'machine' ? 'learner' : sender;
  const row = accessTable[endpoint.id];
  if (!row) throw new Error(`${endpoint.id} has no row in the access table`);
  const [alpha, , gamma] = world.reach.organizations;
  const name = (persona === 'admin' && 'foreign' in row.expect ? 'foreign' : 'own') satisfies TargetName;
  const person = name === 'foreign' ? gamma.learners[0] : world.people[persona];
  const organizationId = person.organizationId ?? alpha.organization.id;
  const departmentId = person.departmentId ?? alpha.departments[0].id;
  const material = world.materialOf(person);
  return (await row.send?.({ name, persona, person, organizationId, departmentId, material }, world)) ?? {};
}

/**
 * The newest event of the trail that says that something was done. Refusals are recorded on purpose, and so is that administrators
 * were notified of the tenth.
 */
export async function newestDeed({ admin }: TestDatabase): Promise<number> {
  const { rows } = await admin.query<{ id: string | null }>(
    `select max(id) as id from audit.events where outcome <> 'refused' and action <> 'account.refusalsTold'`,
  );
  return Number(rows[0]?.id ?? 0);
}

/** Connections that garbage goes over; they end with the process. */
export const garbageAgent = new Agent({ keepAlive: true });

/** Sends a request as it is, with what its sender is known by. */
export async function sendGarbage(
  { server }: GarbagePlace,
  endpoint: AnyEndpoint,
  sent: GarbageRequest,
  known: Readonly<Record<string, string>>,
): Promise<RawAnswered> {
  return rawRequest(server.url, {
    agent: garbageAgent,
    method: endpoint.method,
    path: sent.path,
    headers: { ...known, ...sent.headers },
    ...(sent.body === undefined ? {} : { body: sent.body }),
  });
}

/** The session of a client, as a header. */
export const cookiesOf = ({ cookies }: TestClient): Readonly<Record<string, string>> => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});

/** A session of its own, since some calls end it; or the token of the machine. */
async function knownBy({ world }: GarbagePlace, sender: Sender): Promise<Readonly<Record<string, string>>> {
  if (sender === 'machine') return world.machineHeaders;
  return cookiesOf(await world.client(sender, true));
}

/** What is wrong with an answer to garbage, or null; `changed` says whether the trail has a deed more than before. */
export function garbageFault(answer: RawAnswered, changed: boolean): string | null {
  // Without the id of the request, so that the same fault is the same text.
  const said = answer.text.replace(/,?"requestId":"[^"]*"/, '');
  if (answer.status >= 500) return `answered ${String(answer.status)}: ${said}`;
  if (answer.status < 400) return null;
  return (
    problemFault(answer) ??
    (changed ? `refused with ${String(answer.status)}, but the trail has a deed` : null)
  );
}

/** How garbage is sent. */
export interface Drive {
  readonly runs: number;
  /** Repeats the requests of another run. */
  readonly seed?: number;
  /** Called with each request and the status of its answer. */
  readonly onSent?: (sent: GarbageRequest, status: number) => void;
}

/**
 * Sends garbage without the delays that refused passwords earn; answers how
 * often it was refused. Fails with the smallest request that is answered wrongly.
 */
export async function driveGarbage(
  place: GarbagePlace,
  endpoint: AnyEndpoint,
  sender: Sender,
  { runs, seed, onSent }: Drive,
): Promise<number> {
  await place.database.admin.query('delete from sign_in_throttles');
  const known = await knownBy(place, sender);
  const right = await rightCall(place, endpoint, sender);
  let refused = 0;
  let before = await newestDeed(place.database);
  const property = fc.asyncProperty(garbageFor(endpoint, right), async (sent) => {
    const answer = await sendGarbage(place, endpoint, sent, known);
    onSent?.(sent, answer.status);
    const after = await newestDeed(place.database);
    const fault = garbageFault(answer, after !== before);
    before = after;
    if (fault !== null) throw new Error(fault);
    if (answer.status >= 400) refused += 1;
  });
  await fc.assert(property, {
    numRuns: runs,
    includeErrorInReport: true,
    ignoreEqualValues: true,
    ...(seed === undefined ? {} : { seed }),
  });
  return refused;
}
