/** Input that the OpenAPI document allows, at its borders, and the same with garbage in it; answers are held against the document (SEC-06, OPS-06). */
import fc from 'fast-check';
import { catalogue } from '#shared/contract/catalogue.ts';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import type { AccessWorld } from '#tests/access/access-world.ts';
import { garbageFor, type GarbageRequest, type RightCall } from '#tests/harness/garbage.ts';
import { cookiesOf, garbageFault, newestDeed, sendGarbage } from '#tests/harness/garbage-drive.ts';
import type { RawAnswered } from '#tests/harness/raw-request.ts';
import { createOrganization, createUser, signIn } from '#tests/harness/world.ts';
import type { Attack, Round } from './attack.ts';
import { record } from './finding.ts';
import type { Ground } from './ground.ts';
import { readOpenApi, type OpenApi, type Operation } from './open-api.ts';

/** Values of the world by the names of fields, so that much of the input is about something that exists. */
function idsOf(world: AccessWorld): (name: string) => readonly unknown[] {
  const { reach, materialOf, matrixOf, hrOf } = world;
  const { organizations } = reach;
  const places = organizations.map(({ organization }) => organization.id);
  const material = organizations.flatMap(({ learners }) => learners.map((one) => materialOf(one)));
  const people = organizations.flatMap(({ learners, director }) =>
    [...learners, director].map(({ id }) => id),
  );
  const numbers = [
    ...places,
    ...organizations.flatMap(({ departments }) => departments.map(({ id }) => id)),
    ...material.flatMap((one) => [one.moduleId, one.assignmentId, one.notificationId, one.cvVersionId]),
    ...places.flatMap((id) => [matrixOf(id).id, hrOf(id).agreementId, hrOf(id).documentId]),
  ];
  return (name) => (/ids?$/i.test(name) ? [...numbers, ...people, ...numbers.map(String)] : []);
}

/** A value as it goes into an address; lists have commas. */
const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join();
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Right calls by the document: parameters and body by their schemas. */
function rightCalls(api: OpenApi, operation: Operation, world: AccessWorld): fc.Arbitrary<RightCall> {
  const ids = idsOf(world);
  const part = (kind: 'path' | 'query') => {
    const all = operation.parameters.filter((parameter) => parameter.in === kind);
    const values = Object.fromEntries(
      all.map(({ name, schema }) => [
        name,
        api
          .valuesOf({ type: 'object', properties: { [name]: schema }, required: [name] }, ids)
          .map((made) => textOf((made as Record<string, unknown>)[name])),
      ]),
    );
    const needed = all.filter(({ required }) => kind === 'path' || required === true).map(({ name }) => name);
    return fc.record(values, { requiredKeys: needed });
  };
  return fc.record({
    params: part('path'),
    query: part('query'),
    body: operation.body ? api.valuesOf(operation.body, ids) : fc.constant(undefined),
  });
}

/** The request of a right call. */
function requestOf(endpoint: AnyEndpoint, { params = {}, query = {}, body }: RightCall): GarbageRequest {
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
  const at = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encoded(params[name] ?? '1'));
  const search = new URLSearchParams(Object.entries(query)).toString();
  return {
    path: search === '' ? at : `${at}?${search}`,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

const roles = ['admin', 'manager', 'learner'] as const;

/** A sender of a role, in an organization of its own: calls of the others may have archived or deactivated everything else. */
async function newSender({ server, database }: Ground, role: (typeof roles)[number]) {
  await database.admin.query('delete from sign_in_throttles');
  const { id: organizationId } = await createOrganization(server.services);
  return signIn(server.client(), await createUser(server.services, { role, organizationId }));
}

/** What is wrong with an answer, by the oracle of garbage and by the document. */
function faultOf(
  api: OpenApi,
  operation: Operation,
  endpoint: AnyEndpoint,
  answer: RawAnswered,
  changed: boolean,
): string | null {
  const fault = garbageFault(answer, changed);
  if (fault !== null) return fault;
  const { status } = answer;
  // What does not fit the wire at all is answered before any call is known.
  const isOfCall = status < 400 || [401, 403, 404, 409, 422].includes(status);
  // Calls that lead a browser on say in the document what they lead to.
  if (status === 302 && endpoint.raw === 'text/html') return null;
  // SCIM has one form of errors in the document, whatever their status.
  if (endpoint.scim && status >= 400) return null;
  if (isOfCall && status !== 404 && status !== 304 && status !== 206 && !operation.statuses.has(status)) {
    return `answered ${String(status)}, which the document does not have`;
  }
  if (status >= 300 || endpoint.raw || answer.text === '') return null;
  return api.answerFault(operation, status, JSON.parse(answer.text));
}

/** One call of the document, with several inputs by one sender. */
async function fuzzOne(
  ground: Ground,
  round: Round,
  api: OpenApi,
  endpoint: AnyEndpoint,
  senders: Map<string, Awaited<ReturnType<typeof newSender>>>,
  index: number,
): Promise<void> {
  const operation = api.operations.find(({ id }) => id === endpoint.id);
  if (!operation) throw new Error(`docs/openapi.json has no ${endpoint.id}`);
  const right = rightCalls(api, operation, ground.world);
  const requests = right.chain((call) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(requestOf(endpoint, call)) },
      { weight: 2, arbitrary: garbageFor(endpoint, call) },
    ),
  );
  const seed = round.seed * 1000 + index;
  const sent = fc.sample(fc.tuple(requests, fc.constantFrom('admin' as const, ...roles)), {
    seed,
    numRuns: Math.ceil(3 * round.effort),
  });
  let before = await newestDeed(ground.database);
  for (const [request, role] of sent) {
    const sender = senders.get(role) ?? (await newSender(ground, role));
    senders.set(role, sender);
    before = await newestDeed(ground.database);
    const answer = await sendGarbage(ground, endpoint, request, cookiesOf(sender));
    record(round.log, role, endpoint.method, request.path, request, answer.status);
    const changed = (await newestDeed(ground.database)) !== before;
    const fault = faultOf(api, operation, endpoint, answer, changed);
    if (fault !== null)
      round.findings.add(`${endpoint.id} by ${role}: ${fault.slice(0, 500)}`, round.log.lines.slice(-1));
    // The call ended the session, or the account.
    const me = answer.status < 400 || answer.status === 401 ? await sender.get('/api/auth/user') : null;
    if (me?.status !== undefined && me.status !== 200) senders.delete(role);
  }
}

/** The fuzz from the document. */
export const fuzz: Attack = {
  name: 'fuzz',
  title: 'input from the OpenAPI document, right and wrong',
  run: async (ground, round) => {
    const api = readOpenApi();
    const senders = new Map<string, Awaited<ReturnType<typeof newSender>>>();
    const [order = []] = fc.sample(
      fc.shuffledSubarray([...catalogue], { minLength: catalogue.length, maxLength: catalogue.length }),
      { seed: round.seed, numRuns: 1 },
    );
    for (const [index, endpoint] of order.entries()) {
      if (round.isOver()) return;
      await fuzzOne(ground, round, api, endpoint, senders, index);
    }
  },
};
