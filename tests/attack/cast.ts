/** People of one organization for one chain of calls: somebody hostile inside, a victim, and what must not change. */
import type { TestClient } from '#tests/harness/client.ts';
import {
  createOrganization,
  createUser,
  signIn,
  type FixtureOrganization,
  type FixtureUser,
} from '#tests/harness/world.ts';
import type { Round } from './attack.ts';
import { recorded } from './finding.ts';
import type { Ground } from './ground.ts';

/** What the hostile person is. */
export const insiderKinds = ['learner', 'manager', 'hr', 'inspector'] as const;

/** One of {@link insiderKinds}. */
export type InsiderKind = (typeof insiderKinds)[number];

/** The people of a chain, all in one organization; a manager leads the victim. */
export interface Cast {
  readonly kind: InsiderKind;
  readonly organization: FixtureOrganization;
  readonly insider: FixtureUser;
  readonly attacker: TestClient;
  readonly victim: FixtureUser;
  readonly victimClient: TestClient;
}

/** Creates the people and signs them in. */
export async function createCast(
  { server, database }: Ground,
  round: Round,
  kind: InsiderKind,
): Promise<Cast> {
  const { services } = server;
  await database.admin.query('delete from sign_in_throttles');
  const organization = await createOrganization(services);
  const place = { organizationId: organization.id };
  const insider = await createUser(services, {
    ...place,
    role: kind === 'manager' ? 'manager' : 'learner',
    firstName: 'Mallory',
    lastName: 'Inside',
    grants: kind === 'hr' || kind === 'inspector' ? [{ kind, organizationId: organization.id }] : [],
  });
  const victim = await createUser(services, {
    ...place,
    firstName: 'Vera',
    lastName: 'Victim',
    managerId: kind === 'manager' ? insider.id : null,
  });
  const attacker = recorded(round.log, kind, await signIn(server.client(), insider));
  const victimClient = recorded(round.log, 'victim', await signIn(server.client(), victim));
  return { kind, organization, insider, attacker, victim, victimClient };
}

/** What makes people who they are, per id: sign-in name, password, role, grants, factors, signatures. */
export async function identities(
  { database }: Ground,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.admin.query<{ id: string; text: string }>(
    `select u.id, jsonb_build_object('role', role, 'email', email, 'pendingEmail', pending_email, 'password', password_hash,
       'isActive', is_active, 'manager', manager_id, 'organization', organization_id,
       'grants', (select jsonb_agg(jsonb_build_array(kind, organization_id, valid_until) order by id) from user_grants g where g.user_id = u.id and revoked_at is null),
       'authenticators', (select count(*) from authenticators a where a.user_id = u.id and confirmed_at is not null),
       'identities', (select count(*) from external_identities x where x.user_id = u.id),
       'signatures', (select count(*) from signatures s where s.signer_id = u.id),
       'feeds', (select count(*) from calendar_feeds f where f.user_id = u.id and revoked_at is null))::text as text
     from users u where u.id = any($1) order by u.id`,
    [ids],
  );
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** Says who has become somebody else between two looks. */
export function changedIdentities(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...before].flatMap(([id, text]) => {
    const now = after.get(id);
    if (now === text) return [];
    if (now === undefined) return [`${id} is gone`];
    const [then, today] = [text, now].map((one) => JSON.parse(one) as Record<string, unknown>);
    const keys = Object.keys(then ?? {}).filter(
      (key) => JSON.stringify(then?.[key]) !== JSON.stringify(today?.[key]),
    );
    return keys.map(
      (key) => `${key} of ${id} was ${JSON.stringify(then?.[key])} and is ${JSON.stringify(today?.[key])}`,
    );
  });
}

/** Says whose session a client has, unless it is the expected person's or nobody's. */
export async function foreignSession(client: TestClient, expected: string): Promise<string | null> {
  const { status, body } = await client.get<{ id?: string }>('/api/auth/user');
  return status === 200 && body.id !== expected ? `the session is that of ${String(body.id)}` : null;
}
