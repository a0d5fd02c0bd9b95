/** Sequences of legitimate calls by one hostile person inside that must not end as somebody else (SEC-06, SIG-05). */
import fc from 'fast-check';
import { catalogue } from '#shared/contract/catalogue.ts';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import type { Attack, Round } from './attack.ts';
import {
  changedIdentities,
  createCast,
  foreignSession,
  identities,
  insiderKinds,
  type InsiderKind,
} from './cast.ts';
import { callAndRecord, type Sent } from './finding.ts';
import type { Caller, Ground } from './ground.ts';
import { sentBy, type Plan } from './reach-calls.ts';
import { chains, type Chain } from './takeover-chains.ts';

/** Runs a chain with people of its own, then looks at who is who. */
async function runChain(ground: Ground, round: Round, chain: Chain, kind: InsiderKind): Promise<void> {
  const start = round.log.lines.length;
  const cast = await createCast(ground, round, kind);
  const { victim, insider } = cast;
  const fail = (what: string) =>
    round.findings.add(`${chain.name}, by ${kind}: ${what}`, round.log.lines.slice(start));
  const before = await identities(ground, [victim.id]);
  try {
    await chain.run({ ...cast, ground, round, fail });
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
  for (const what of changedIdentities(before, await identities(ground, [victim.id]))) fail(what);
  const session = await foreignSession(cast.attacker, insider.id);
  if (session !== null) fail(session);
  const { rows } = await ground.database.admin.query<{ role: string; grants: string[] }>(
    `select role, array(select kind from user_grants g where g.user_id = u.id and revoked_at is null) as grants from users u where id = $1`,
    [insider.id],
  );
  const now = [rows[0]?.role, ...(rows[0]?.grants ?? [])].join();
  const then = [insider.role, ...(kind === 'hr' || kind === 'inspector' ? [kind] : [])].join();
  if (now !== then) fail(`the hostile person is ${now} now`);
}

/** Values that earlier answers showed, by the name of their field. */
type Harvest = Map<string, unknown[]>;

const worthKeeping = /(?:id|ids|token|url|code|number|email|slug|version|hash)$/i;

function harvest(from: unknown, into: Harvest, name = ''): void {
  if (Array.isArray(from)) for (const item of from.slice(0, 20)) harvest(item, into, name);
  else if (typeof from === 'object' && from !== null) {
    for (const [key, value] of Object.entries(from)) harvest(value, into, key);
  } else if (from !== null && worthKeeping.test(name)) {
    const kind = name.toLowerCase();
    into.set(kind, [...(into.get(kind) ?? []).slice(-200), from]);
  }
}

/** Puts harvested values in the place of those of the same name. */
function replant(sent: unknown, from: Harvest, choose: () => number, name = ''): unknown {
  if (sent instanceof FormData) return sent;
  if (Array.isArray(sent)) return sent.map((item) => replant(item, from, choose, name));
  if (typeof sent === 'object' && sent !== null) {
    return Object.fromEntries(
      Object.entries(sent).map(([key, value]) => [key, replant(value, from, choose, key)]),
    );
  }
  if (!worthKeeping.test(name) || choose() % 2 === 0) return sent;
  const found = from.get(name.toLowerCase()) ?? from.get('id') ?? [];
  const value = found[choose() % Math.max(1, found.length)];
  if (value === undefined) return sent;
  if (typeof sent === 'string') return typeof value === 'string' ? value : JSON.stringify(value);
  return typeof value === typeof sent ? value : sent;
}

/** What a body might carry that only administrators decide. */
const promotion = (caller: Caller, kind: number) =>
  [
    { role: 'admin' },
    { isActive: true, mustChangePassword: false },
    { grants: [{ kind: 'hr', organizationId: caller.person?.organizationId }] },
    { permissions: ['*'], isAdmin: true },
    { managerId: caller.person?.id, userId: caller.person?.id },
  ][kind % 5];

const isWrite = ({ method, body }: AnyEndpoint): boolean => method !== 'GET' && body !== undefined;

/** A walk over the contract by one person, in which each call may use what the former ones answered. */
async function walk(
  ground: Ground,
  round: Round,
  caller: Caller,
  seed: number,
  steps: number,
): Promise<void> {
  const others = ground.world.reach.everyone.filter(({ id }) => id !== caller.person?.id).map(({ id }) => id);
  const before = await identities(ground, others);
  const own = await identities(ground, [caller.person?.id ?? '']);
  const planned = fc.sample(
    fc.record({
      endpoint: fc.constantFrom(...catalogue.filter(({ id }) => !willEndSession.has(id))),
      stranger: fc.constantFrom(...ground.world.reach.everyone),
      way: fc.constantFrom<Plan['way']>('mixed', 'mixed', 'pure', 'added'),
      choices: fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }),
      promotes: fc.boolean(),
    }),
    { seed, numRuns: steps },
  );
  const start = round.log.lines.length;
  const fail = (what: string) =>
    round.findings.add(`walk of ${caller.name}: ${what}`, round.log.lines.slice(start));
  const seen: Harvest = new Map();
  for (const { promotes, ...plan } of planned) {
    if (round.isOver()) break;
    let at = 0;
    const choose = () => plan.choices[at++ % plan.choices.length] ?? 0;
    const made = await sentBy({ ...plan, caller }, ground);
    const sent = replant(made, seen, choose) as Sent;
    const extra = promotes && isWrite(plan.endpoint) && !(sent.body instanceof FormData);
    const whole = extra
      ? { ...sent, body: { ...(sent.body as object), ...promotion(caller, choose()) } }
      : sent;
    const answer = await callAndRecord(
      round.log,
      caller.name,
      await ground.clientOf(caller),
      plan.endpoint,
      whole,
    );
    if (answer.status >= 500) fail(`${plan.endpoint.id} answered ${String(answer.status)}`);
    if (answer.status < 300) harvest(answer.body, seen);
  }
  for (const what of changedIdentities(before, await identities(ground, others))) fail(what);
  const now = await identities(ground, [caller.person?.id ?? '']);
  for (const what of changedIdentities(rightsOf(own), rightsOf(now))) fail(what);
  const session = await foreignSession(await ground.clientOf(caller), caller.person?.id ?? '');
  if (session !== null) fail(session);
}

/** Of an identity only what administrators decide: people change their own address, password and feed. */
function rightsOf(all: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...all].map(([id, text]) => {
      const { role, isActive, manager, organization, grants } = JSON.parse(text) as Record<string, unknown>;
      return [id, JSON.stringify({ role, isActive, manager, organization, grants })];
    }),
  );
}

/** A walk that signs out early goes nowhere. */
const willEndSession: ReadonlySet<string> = new Set(['accounts.signOut']);

const hostile: readonly string[] = [
  'supervisor',
  'learner',
  'hr',
  'manager with grant hr',
  'inspector',
  'director',
];

/** The chains for every kind of insider, and walks over the contract. */
export const takeovers: Attack = {
  name: 'takeover',
  title: 'chains of calls by one hostile person inside',
  run: async (ground, round) => {
    for (const chain of chains) {
      for (const kind of insiderKinds) {
        if (round.isOver()) return;
        await runChain(ground, round, chain, kind);
      }
    }
    for (const [index, name] of hostile.entries()) {
      const caller = ground.callers.find((one) => one.name === name);
      if (!caller || round.isOver()) continue;
      await walk(ground, round, caller, round.seed * 100 + index, Math.ceil(40 * round.effort));
    }
  },
};
