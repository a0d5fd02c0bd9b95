/** Races for accounts: one-time links and codes, passwords, sessions, roles, grants. */
import { enrol } from '#tests/harness/two-factor.ts';
import { asFixture, FIXTURE_PASSWORD } from '#tests/harness/world.ts';
import { tokensMailedTo } from './mailed-tokens.ts';
import { exactly, organization, someone, valueOf, visitor, type Race, type RaceInput } from './race.ts';

const passwords = [
  'eleven purple kites 5',
  'twelve yellow boats 6',
  'thirteen green doors 7',
  'four silent clocks 8',
];

const resetTwice: Race = {
  name: 'a reset link used by four at once',
  run: async (input) => {
    const [person] = await someone(input, 'person');
    await visitor(input).post('/api/auth/forgot-password', { email: person.email });
    const token = (await tokensMailedTo(input.ground, person.email)).at(-1)?.token;
    await exactly(
      input,
      1,
      passwords.map(
        (newPassword) => () => visitor(input).post('/api/auth/reset-password', { token, newPassword }),
      ),
    );
  },
};

const confirmTwice: Race = {
  name: 'a link that confirms an email used by four at once',
  run: async (input) => {
    const [person, client] = await someone(input, 'person');
    const pendingEmail = `new-${person.email}`;
    await asFixture(input.ground.server.services, (tx) =>
      tx.db.updateTable('users').set({ pendingEmail }).where('id', '=', person.id).execute(),
    );
    await client.post('/api/users/profile/resend-confirmation');
    const token = (await tokensMailedTo(input.ground, pendingEmail)).at(-1)?.token;
    await exactly(
      input,
      1,
      passwords.map(() => () => visitor(input).post('/api/auth/confirm-email', { token })),
    );
  },
};

/** Signs in to the question for the code, in so many browsers. */
async function halfway(input: RaceInput, email: string, browsers: number) {
  const all = Array.from({ length: browsers }, () => visitor(input));
  for (const client of all) await client.post('/api/auth/login', { email, password: FIXTURE_PASSWORD });
  return all;
}

const codeTwice: Race = {
  name: 'a code of an authenticator used in three browsers at once',
  run: async (input) => {
    const [person, client] = await someone(input, 'person');
    const { services } = input.ground.server;
    const authenticator = await enrol(services, client, person.password);
    const browsers = await halfway(input, person.email, 3);
    const code = await authenticator.code();
    await exactly(
      input,
      1,
      browsers.map((browser) => () => browser.post('/api/auth/login/verify', { code })),
    );
    await input.ground.database.admin.query('delete from sign_in_throttles');
    const others = await halfway(input, person.email, 3);
    const [recovery = ''] = authenticator.recoveryCodes;
    await exactly(
      input,
      1,
      others.map((browser) => () => browser.post('/api/auth/login/verify', { code: recovery })),
    );
  },
};

const oldPassword: Race = {
  name: 'sign-in with the old password while it is changed',
  run: async (input) => {
    const [person, client] = await someone(input, 'person');
    const browsers = [1, 2, 3].map((number) => visitor(input, `browser ${String(number)}`));
    const body = { email: person.email, password: person.password };
    const [newPassword] = passwords;
    await Promise.all([
      ...browsers.slice(0, 2).map((browser) => browser.post('/api/auth/login', body)),
      client.post('/api/change-password', { currentPassword: person.password, newPassword }),
      ...browsers.slice(2).map((browser) => browser.post('/api/auth/login', body)),
    ]);
    await nobodyIn(input, browsers, 'a session of the old password lives on');
  },
};

/** Fails where one of the clients is still signed in. */
async function nobodyIn(input: RaceInput, clients: readonly ReturnType<typeof visitor>[], what: string) {
  for (const client of clients) {
    const { status } = await client.get('/api/auth/user');
    if (status === 200) input.fail(what);
  }
}

const deactivated: Race = {
  name: 'sign-in while the person is deactivated',
  run: async (input) => {
    const [person] = await someone(input, 'person');
    const [, admin] = await someone(input, 'admin', { role: 'admin' });
    const browsers = [1, 2, 3].map((number) => visitor(input, `browser ${String(number)}`));
    const body = { email: person.email, password: person.password };
    await Promise.all([
      ...browsers.slice(0, 2).map((browser) => browser.post('/api/auth/login', body)),
      admin.patch(`/api/users/${person.id}`, { isActive: false }),
      ...browsers.slice(2).map((browser) => browser.post('/api/auth/login', body)),
    ]);
    await nobodyIn(input, browsers, 'a deactivated person is signed in');
  },
};

const twoRoles: Race = {
  name: 'two administrators give one person two roles over the same record',
  run: async (input) => {
    const [person] = await someone(input, 'person');
    const [, first] = await someone(input, 'first admin', { role: 'admin' });
    const [, second] = await someone(input, 'second admin', { role: 'admin' });
    const revision = await valueOf<number>(input, 'select revision as value from users where id = $1', [
      person.id,
    ]);
    const options = { headers: { 'if-match': `"${String(revision)}"` } };
    const path = `/api/users/${person.id}`;
    await exactly(input, 1, [
      () => first.patch(path, { role: 'manager', reason: 'They lead now' }, options),
      () => second.patch(path, { role: 'admin', reason: 'They help' }, options),
    ]);
  },
};

const lastAdministrators: Race = {
  name: 'the last two administrators deactivate each other',
  run: async (input) => {
    const [first, firstClient] = await someone(input, 'first admin', { role: 'admin' });
    const [second, secondClient] = await someone(input, 'second admin', { role: 'admin' });
    const { services } = input.ground.server;
    const others = await asFixture(services, (tx) =>
      tx.db
        .updateTable('users')
        .set({ isActive: false })
        .where('role', '=', 'admin')
        .where('isActive', '=', true)
        .where('id', 'not in', [first.id, second.id])
        .returning('id')
        .execute(),
    );
    try {
      await exactly(input, 1, [
        () => firstClient.patch(`/api/users/${second.id}`, { isActive: false }),
        () => secondClient.patch(`/api/users/${first.id}`, { isActive: false }),
      ]);
      const left = await valueOf<number>(
        input,
        `select count(*)::int as value from users where role = 'admin' and is_active`,
        [],
      );
      if (left !== 1) input.fail(`${String(left)} administrators are left`);
    } finally {
      const ids = [...others.map(({ id }) => id), first.id, second.id];
      await asFixture(services, (tx) =>
        tx.db.updateTable('users').set({ isActive: true }).where('id', 'in', ids).execute(),
      );
    }
  },
};

const revokedGrant: Race = {
  name: 'a grant is revoked while it is used',
  run: async (input) => {
    const { id: organizationId } = await organization(input);
    const [member] = await someone(input, 'member', { organizationId });
    const [hr, client] = await someone(input, 'hr', { grants: [{ kind: 'hr', organizationId }] });
    const [, admin] = await someone(input, 'admin', { role: 'admin' });
    const grant = await valueOf<number>(input, 'select id as value from user_grants where user_id = $1', [
      hr.id,
    ]);
    const name = (firstName: string) => ({ firstName, lastName: 'Member', reason: 'Married' });
    const path = `/api/users/${member.id}/name`;
    const answers = await Promise.all([
      client.put(path, name('One')),
      admin.del(`/api/users/${hr.id}/grants/${String(grant)}`),
      client.put(path, name('Two')),
    ]);
    if (answers.some(({ status }) => status >= 500)) input.fail('answered with a server error');
    if ((await client.put(path, name('After'))).status < 400)
      input.fail('the revoked grant still changes names');
    if ((await client.get('/api/hr/cvs')).status === 200)
      input.fail('the revoked grant still opens the HR area');
  },
};

const feedTwice: Race = {
  name: 'two calendar links created at once',
  run: async (input) => {
    const [, client] = await someone(input, 'person');
    const made = await Promise.all([1, 2, 3].map(() => client.put<{ url: string }>('/api/calendar-feed')));
    const open = await Promise.all(made.map(({ body }) => visitor(input).get(new URL(body.url).pathname)));
    const working = open.filter(({ status }) => status === 200).length;
    if (working !== 1) input.fail(`${String(working)} links work`);
  },
};

/** Races for accounts. */
export const accountRaces: readonly Race[] = [
  resetTwice,
  confirmTwice,
  codeTwice,
  oldPassword,
  deactivated,
  twoRoles,
  lastAdministrators,
  revokedGrant,
  feedTwice,
];
