/** Every call of the contract, by every kind of caller, with the ids of other people and organizations in it (AUTH-13, SEC-06). */
import fc from 'fast-check';
import { z } from 'zod';
import { catalogue as everyCall } from '#shared/contract/catalogue.ts';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { accessTable, type Target, type TargetName } from '#tests/access/access-table.ts';
import type { AccessWorld } from '#tests/access/access-world.ts';
import { statusesOf } from '#tests/access/check-table.ts';
import { personas } from '#tests/access/access-world.ts';
import { newestDeed } from '#tests/harness/garbage-drive.ts';
import type { ReachPerson } from '#tests/harness/reach-world.ts';
import type { Attack, Round } from './attack.ts';
import { callAndRecord, type Sent } from './finding.ts';
import type { Caller, Ground, Secret } from './ground.ts';
import { deedsSince, exposedIn, overreach, reaches, strangersTo } from './reach-oracle.ts';

/** One generated call: who, about whom, and which parts of it are the stranger's. */
export interface Plan {
  readonly endpoint: AnyEndpoint;
  readonly caller: Caller;
  readonly stranger: ReachPerson;
  /** `pure`: all ids are the stranger's; `mixed`: some; `added`: fields that the call does not need are filled with them. */
  readonly way: 'pure' | 'mixed' | 'added';
  readonly choices: readonly number[];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof FormData);

/** Takes each differing part of two calls from the one or the other; of lists also both. */
export function mix(own: unknown, other: unknown, choose: () => number): unknown {
  if (JSON.stringify(own) === JSON.stringify(other)) return own;
  if (isObject(own) && isObject(other)) {
    const keys = [...new Set([...Object.keys(own), ...Object.keys(other)])];
    return Object.fromEntries(keys.map((key) => [key, mix(own[key], other[key], choose)]));
  }
  const choice = choose() % 3;
  if (Array.isArray(own) && Array.isArray(other) && choice === 2) return [...own, ...other] as unknown[];
  return choice === 0 ? own : other;
}

/** An id of a stranger that fits the name of a field, or undefined where the name is not one of an id. */
export function idFor(
  name: string,
  stranger: Target,
  world: AccessWorld,
): string | number | readonly (string | number)[] | undefined {
  const many = name.endsWith('Ids');
  const kind = name.replace(/Ids?$/, '').toLowerCase();
  if (kind === name.toLowerCase()) return undefined;
  const { material, person } = stranger;
  const hr = world.hrOf(stranger.organizationId);
  const known: readonly (readonly [RegExp, string | number])[] = [
    [/user|manager|party|owner|person|specific/, person.id],
    [/organization/, stranger.organizationId],
    [/department/, stranger.departmentId],
    [/module/, material.moduleId],
    [/assignment/, material.assignmentId],
    [/matrix/, world.matrixOf(stranger.organizationId).id],
    [/entry/, world.matrixOf(stranger.organizationId).entryId],
    [/version/, material.cvVersionId],
    [/document/, hr.documentId],
    [/agreement/, hr.agreementId],
    [/registration/, hr.registrationId],
    [/notification/, material.notificationId],
  ];
  const found = known.find(([pattern]) => pattern.test(kind))?.[1];
  return found === undefined ? undefined : many ? [found] : found;
}

const fieldsOf = (schema: z.ZodType | undefined): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

/** Fills every field of query or body that the contract allows and whose name is one of an id. */
function withIds(endpoint: AnyEndpoint, own: Sent, stranger: Target, world: AccessWorld): Sent {
  const filled = (schema: z.ZodType | undefined) =>
    Object.fromEntries(
      fieldsOf(schema).flatMap((name) => {
        const id = idFor(name, stranger, world);
        return id === undefined ? [] : [[name, id]];
      }),
    );
  const query = Object.fromEntries(
    Object.entries(filled(endpoint.query)).map(([name, id]) => [name, String(id)]),
  );
  const isForm = own.body instanceof FormData;
  return {
    ...own,
    ...(endpoint.query ? { query: { ...(own.query as object), ...query } } : {}),
    ...(endpoint.body && !isForm ? { body: { ...(own.body as object), ...filled(endpoint.body) } } : {}),
  };
}

function targetOf(world: AccessWorld, caller: Caller, name: TargetName, person: ReachPerson): Target {
  const [alpha] = world.reach.organizations;
  return {
    name,
    persona: caller.columns[0] ?? 'anonymous',
    person,
    organizationId: person.organizationId ?? alpha.organization.id,
    departmentId: person.departmentId ?? alpha.departments[0].id,
    material: world.materialOf(person),
  };
}

/** Whether the access table refuses a record of another organization to all columns of a caller. */
function mustRefuse({ id }: AnyEndpoint, caller: Caller): boolean {
  const line = accessTable[id]?.expect.foreign;
  if (line === undefined) return false;
  const statuses = statusesOf(line);
  return caller.columns.every((column) => (statuses[personas.indexOf(column)] ?? 0) >= 400);
}

/** Whether a person is a stranger in every way: out of reach and in an organization that the caller has nothing to do with. */
function isStranger({ world: { reach } }: Ground, { person }: Caller, other: ReachPerson): boolean {
  if (other.organizationId === null) return false;
  if (person === null) return true;
  const team = reach.everyone.filter((one) => reaches(reach, person, one, 'read'));
  return !team.includes(other) && !team.some(({ organizationId }) => organizationId === other.organizationId);
}

/** What a planned call sends, by the row of the access table. */
export async function sentBy(plan: Plan, { world }: Ground): Promise<Sent> {
  const { endpoint, caller, stranger } = plan;
  const row = accessTable[endpoint.id];
  const foreign = targetOf(world, caller, 'foreign', stranger);
  const made = async (target: Target) => ((await row?.send?.(target, world)) ?? {}) as Sent;
  if (plan.way === 'pure') return made(foreign);
  const own = await made(targetOf(world, caller, 'own', caller.person ?? world.people.learner));
  if (plan.way === 'added') return withIds(endpoint, own, foreign, world);
  let at = 0;
  const choose = () => plan.choices[at++ % plan.choices.length] ?? 0;
  return mix(own, await made(foreign), choose) as Sent;
}

/** What a caller must not be shown, looked up once in a while instead of at each call. */
interface Known {
  readonly secrets: readonly Secret[];
  readonly strangers: (caller: Caller) => ReadonlyMap<string, string>;
}

async function whatIsSecret(ground: Ground): Promise<Known> {
  const all = new Map(ground.callers.map((one) => [one, strangersTo(ground.world.reach, one)]));
  return { secrets: await ground.secrets(), strangers: (caller) => all.get(caller) ?? new Map() };
}

/** Makes one call and judges it. */
async function attempt(plan: Plan, ground: Ground, round: Round, known: Known): Promise<void> {
  const { endpoint, caller } = plan;
  const sent = await sentBy(plan, ground);
  const client = await ground.clientOf(caller);
  const before = await newestDeed(ground.database);
  const start = round.log.lines.length;
  const answer = await callAndRecord(round.log, caller.name, client, endpoint, sent);
  const calls = round.log.lines.slice(start);
  const found = (what: string) => round.findings.add(`${endpoint.id} by ${caller.name}: ${what}`, calls);
  const deeds = await deedsSince(ground, before, caller.person?.id ?? null);
  if (answer.status >= 500) found(`answered ${String(answer.status)}`);
  if (answer.status >= 400 && deeds.length > 0) {
    found(`refused, but the trail has ${deeds.map(({ action, kind }) => `${action} (${kind})`).join(', ')}`);
  }
  const isForeign = plan.way === 'pure' && isStranger(ground, caller, plan.stranger);
  if (answer.status < 300 && isForeign && mustRefuse(endpoint, caller)) {
    found(`answered ${String(answer.status)} about a record of somebody out of reach`);
  }
  for (const what of await overreach(ground, caller, deeds)) found(what);
  for (const what of exposedIn(endpoint, answer, caller, known.strangers(caller), known.secrets)) found(what);
  // A call that ended the session, or the password under it, is followed by a new one.
  const isOut = accessTable[endpoint.id]?.fresh === true || (answer.status === 401 && isIn(caller));
  if (isOut) await renew(ground, caller);
}

const isIn = ({ person }: Caller): boolean => person?.isActive === true;

async function renew(ground: Ground, caller: Caller): Promise<void> {
  await ground.database.admin.query('delete from sign_in_throttles');
  await ground.clientOf(caller, true);
}

/** The plans of a round: all pairs of call and caller in turn, each with another stranger and another way. */
function plansOf(ground: Ground, catalogue: readonly AnyEndpoint[], seed: number, calls: number): Plan[] {
  const pairs = catalogue.flatMap((endpoint) => ground.callers.map((caller) => ({ endpoint, caller })));
  const order = fc.sample(fc.shuffledSubarray(pairs, { minLength: pairs.length, maxLength: pairs.length }), {
    seed,
    numRuns: Math.ceil(calls / pairs.length),
  });
  const details = fc.sample(
    fc.record({
      stranger: fc.constantFrom(...ground.world.reach.everyone),
      way: fc.constantFrom<Plan['way']>('pure', 'pure', 'mixed', 'added'),
      choices: fc.array(fc.nat(2), { minLength: 1, maxLength: 8 }),
    }),
    { seed, numRuns: calls },
  );
  const plans = order.flat().slice(0, calls);
  return plans.flatMap((pair, index) => {
    const detail = details[index];
    if (!detail) return [];
    // Administrators reach everybody: a changed place would only change the world for the others.
    const way = pair.caller.person?.role === 'admin' ? 'pure' : detail.way;
    return [{ ...pair, ...detail, way }];
  });
}

/** The attack on the calls of a catalogue; the whole contract unless a test says otherwise. */
export function reachCalls(catalogue: readonly AnyEndpoint[] = everyCall): Attack {
  return {
    name: 'reach',
    title: 'calls of the contract with the ids of others',
    run: async (ground, round) => {
      const plans = plansOf(ground, catalogue, round.seed, Math.ceil(1500 * round.effort));
      // What mixed calls did within their reach would change what others may see.
      const ordered = [
        ...plans.filter(({ way }) => way === 'pure'),
        ...plans.filter(({ way }) => way !== 'pure'),
      ];
      let known = await whatIsSecret(ground);
      for (const [index, plan] of ordered.entries()) {
        if (round.isOver()) return;
        if (index % 100 === 99) known = await whatIsSecret(ground);
        await attempt(plan, ground, round, known);
      }
    },
  };
}
