import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { wholeReach } from '#shared/domain/access/permissions.ts';
import { createAuthenticate } from '#server/domains/accounts/authenticate.ts';
import { findPersonPage } from '#server/domains/people/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { createHttpServer } from '#server/platform/http/http-server.ts';
import { runRound, type Attack } from '#tests/attack/attack.ts';
import { attacks } from '#tests/attack/attacks.ts';
import { findingText } from '#tests/attack/finding.ts';
import { fuzz } from '#tests/attack/fuzz.ts';
import { createGround, type Ground } from '#tests/attack/ground.ts';
import { readOpenApi } from '#tests/attack/open-api.ts';
import { accountRaces } from '#tests/attack/race-cases-accounts.ts';
import { racesOf, races } from '#tests/attack/races.ts';
import { reachCalls } from '#tests/attack/reach-calls.ts';
import { takeovers } from '#tests/attack/takeovers.ts';
import { createClient } from '#tests/harness/client.ts';
import { declareAsMigration } from '#tests/harness/cluster.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await createGround(await createTestDatabase());
});
afterAll(async () => {
  await ground.close();
});

const found = async (attack: Attack, effort: number, on = ground) => {
  const { findings, calls } = await runRound(attack, on, { seed: 1, effort });
  expect(calls).toBeGreaterThan(0);
  return findings.map(findingText);
};

describe('the attacks, in part; npm run attack has more of them', () => {
  test('[SEC-06] [AUTH-13] calls of the contract with the ids of others reach nobody out of reach', async () => {
    expect(await found(reachCalls(), 0.4)).toEqual([]);
  });

  test('[SEC-06] [SIG-05] no chain of calls by one hostile person inside ends as somebody else', async () => {
    expect(await found(takeovers, 0.5)).toEqual([]);
  });

  test('[SEC-06] of calls at the same moment only one counts', async () => {
    expect(await found(races, 1)).toEqual([]);
  });

  // Last: what it sends right changes the world.
  test('[SEC-06] [SEC-01] [OPS-06] input from the OpenAPI document is refused or answered as the document says', async () => {
    expect(await found(fuzz, 0.5)).toEqual([]);
  });
});

describe('what the attacks go over', () => {
  test('[SEC-06] is the contract: every call of the catalogue is in the document that the fuzz reads', () => {
    const known = new Set(readOpenApi().operations.map(({ id }) => id));
    expect(catalogue.filter(({ id }) => !known.has(id))).toEqual([]);
  });

  test('[SEC-06] has every attack once', () => {
    expect(attacks.map(({ name }) => name)).toEqual([
      'reach',
      'fuzz',
      'garbage',
      'takeover',
      'race',
      'bombs',
    ]);
  });
});

describe('planted faults are found', () => {
  test('[SEC-06] a call that forgot the reach', async () => {
    const { services } = ground.server;
    const careless = bind(peopleContract.details, async (ctx, { params: { userId } }) => {
      const page = await findPersonPage(ctx.db, wholeReach, userId);
      if (!page) throw new Error('nobody');
      const { organizationId } = page.user;
      if (userId !== ctx.actor.id)
        await ctx.recordAccess('users', userId, { subjectId: userId, organizationId });
      return { ...page, canAssign: false };
    });
    const planted = [peopleContract.details];
    const authenticate = createAuthenticate(services);
    const app = await createHttpServer(services, { catalogue: planted, bindings: [careless], authenticate });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const clientOf: Ground['clientOf'] = async (caller) => {
      const client = createClient(`http://127.0.0.1:${String(port)}`);
      for (const [name, value] of (await ground.clientOf(caller)).cookies) client.cookies.set(name, value);
      return client;
    };
    try {
      const texts = await found(reachCalls(planted), 0.03, { ...ground, clientOf });
      const text = texts.join('\n');
      expect(text).toMatch(/people\.details by .+: answered 200 about a record of somebody out of reach/);
      expect(text).toMatch(/the trail has person\.viewed \(access\) about u_/);
      expect(text).toMatch(/shows .+ \(u_\w+\), who is out of the caller's reach/);
    } finally {
      await app.close();
    }
  });

  test('[SEC-06] a one-time link that is never used up', async () => {
    const { admin } = ground.database;
    await declareAsMigration(
      admin,
      `create function keep_unused() returns trigger language plpgsql as $$ begin new.used_at = old.used_at; return new; end $$;
       create trigger planted before update on one_time_tokens for each row execute function keep_unused()`,
    );
    try {
      const links = accountRaces.filter(({ name }) => /link/.test(name));
      const texts = await found(racesOf(links), 1);
      expect(texts.join('\n')).toContain(
        'a reset link used by four at once: 4 of 200,200,200,200 counted, expected 1',
      );
    } finally {
      await declareAsMigration(admin, 'drop function keep_unused cascade');
    }
  });
});
