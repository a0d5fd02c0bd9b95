/** Chains of calls by one hostile person inside, each legitimate by itself, that try to end as somebody else (SEC-06). */
import { catalogue } from '#shared/contract/catalogue.ts';
import { createTextModules, meaning, readText, sign, assignTo } from '#tests/harness/training-world.ts';
import { rawRequest } from '#tests/harness/raw-request.ts';
import { asFixture, FIXTURE_PASSWORD, signIn } from '#tests/harness/world.ts';
import type { Round } from './attack.ts';
import type { Cast } from './cast.ts';
import { recorded } from './finding.ts';
import type { Ground } from './ground.ts';
import { tokensMailedTo } from './mailed-tokens.ts';

/** What a chain works with. */
export interface ChainInput extends Cast {
  readonly ground: Ground;
  readonly round: Round;
  /** Notes that the chain ended where it must not. */
  readonly fail: (what: string) => void;
}

/** A chain. Besides what it says itself, nobody's identity may have changed, and nobody may have another's session. */
export interface Chain {
  readonly name: string;
  readonly run: (input: ChainInput) => Promise<void>;
}

const newPassword = 'nine hostile umbrellas 47';

/** Ways to write an address so that somebody might take it for another one. */
const disguises = (email: string): readonly string[] => [
  email,
  email.toUpperCase(),
  ` ${email} `,
  email.replace('s', 'ſ'),
  email.replace('@', '＠'),
  `${email}\u0000`,
  `"${email}"`,
  email.replace('@', '+x@'),
];

const takeTheAddress: Chain = {
  name: 'take the address of the victim',
  run: async ({ ground, attacker, victim, insider, fail }) => {
    for (const email of disguises(victim.email)) {
      await attacker.patch('/api/users/profile', { email, currentPassword: FIXTURE_PASSWORD });
      await attacker.patch('/api/users/profile', { email });
      await attacker.post('/api/users/profile/resend-confirmation');
    }
    await attacker.post('/api/auth/forgot-password', { email: victim.email });
    for (const { template } of await tokensMailedTo(ground, insider.email)) {
      if (template === 'accounts.resetPassword')
        fail('a reset link for the victim went to the hostile person');
    }
    // An address is another one, or it is the victim's: nobody signs in with both.
    const answer = await ground.server
      .client()
      .post<{ id?: string }>('/api/auth/login', { email: victim.email, password: insider.password });
    if (answer.status === 200 && answer.body.id === insider.id)
      fail('the address of the victim signs the hostile person in');
  },
};

const poisonedLink: Chain = {
  name: 'poison the reset link of the victim',
  run: async ({ ground, round, victim, fail }) => {
    const { server, database } = ground;
    const body = JSON.stringify({ email: victim.email });
    const poisons: readonly Readonly<Record<string, string>>[] = [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { forwarded: 'host=evil.example', 'x-original-url': '//evil.example' },
    ];
    for (const headers of poisons) {
      const sent = { 'content-type': 'application/json', ...headers };
      await rawRequest(server.url, {
        method: 'POST',
        path: '/api/auth/forgot-password',
        headers: sent,
        body,
      });
      round.log.lines.push(`anonymous: POST /api/auth/forgot-password ${JSON.stringify(headers)} ${body}`);
    }
    await tokensMailedTo(ground, victim.email);
    const { rows } = await database.admin.query<{ text: string }>(
      `select coalesce(content::text, '') || payload::text as text from mail_outbox where to_address = $1`,
      [victim.email],
    );
    if (rows.some(({ text }) => text.includes('evil.example')))
      fail('an email to the victim names evil.example');
  },
};

const tokensElsewhere: Chain = {
  name: 'use links of the hostile person everywhere a link is taken',
  run: async (input) => {
    const { ground, attacker, insider, victimClient, round } = input;
    await asFixture(ground.server.services, (tx) =>
      tx.db
        .updateTable('users')
        .set({ pendingEmail: `moved-${insider.email}` })
        .where('id', '=', insider.id)
        .execute(),
    );
    await attacker.post('/api/users/profile/resend-confirmation');
    await attacker.post('/api/auth/forgot-password', { email: insider.email });
    const tokens = [
      ...(await tokensMailedTo(ground, insider.email)),
      ...(await tokensMailedTo(ground, `moved-${insider.email}`)),
    ];
    const takers = catalogue.filter(
      ({ body }) => 'token' in ((body as { shape?: object } | undefined)?.shape ?? {}),
    );
    // In the victim's browser too: a link that is opened there must not join two accounts.
    for (const [client, who] of [
      [victimClient, 'victim'],
      [recorded(round.log, 'anonymous', ground.server.client()), 'anonymous'],
    ] as const) {
      for (const { token } of tokens) {
        for (const taker of takers) {
          // What a link of the hostile person does to that person is no takeover; the order tries wrong kinds first.
          await client.post(taker.path, { token, newPassword, email: `${who}@evil.example` });
          await client.post(taker.path, { token });
        }
      }
    }
  },
};

const plantedCookie: Chain = {
  name: 'plant a session in the browser of the victim',
  run: async ({ ground, round, attacker, victim, insider, fail }) => {
    const browser = recorded(round.log, 'browser of the victim', ground.server.client());
    for (const [name, value] of attacker.cookies) browser.cookies.set(name, value);
    await signIn(browser, victim);
    const { body } = await attacker.get<{ id?: string }>('/api/auth/user');
    if (body.id === victim.id) fail('the planted session became that of the victim');
    const stale = recorded(round.log, 'planted cookie', ground.server.client());
    for (const [name] of attacker.cookies)
      stale.cookies.set(name, `${insider.id}${'0'.repeat(43)}`.slice(0, 43));
    await signIn(stale, insider);
  },
};

const repeatedKey: Chain = {
  name: 'repeat calls of the victim under the same Idempotency-Key',
  run: async ({ ground, attacker, victimClient, fail, victim }) => {
    const headers = { 'idempotency-key': `shared-${victim.id}` };
    for (const [path, body] of [
      ['/api/auth/signature-agreement', { accepted: true }],
      ['/api/auth/two-factor/enrol', { currentPassword: FIXTURE_PASSWORD }],
    ] as const) {
      const first = await victimClient.post(path, body, { headers });
      const second = await attacker.post(path, body, { headers });
      const [mine, other] = [JSON.stringify(first.body), JSON.stringify(second.body)];
      const isSecret = mine.length > 100 && mine === other;
      if (isSecret) fail(`${path} answered the hostile person what it had answered the victim`);
    }
    await ground.database.admin.query('delete from sign_in_throttles');
  },
};

const signInTheName: Chain = {
  name: 'sign under the name of the victim',
  run: async ({ ground, attacker, victim, insider, kind, fail }) => {
    const name = { firstName: victim.firstName, lastName: victim.lastName };
    await attacker.patch('/api/users/profile', {
      ...name,
      preferredName: `${name.firstName} ${name.lastName}`,
    });
    const { body: requests } = await attacker.get<{ id: number; userId: string }[]>('/api/name-requests');
    const own = kind === 'hr' ? requests.filter(({ userId }) => userId === insider.id) : [];
    for (const { id } of own)
      await attacker.post(`/api/name-requests/${String(id)}/approve`, { reason: 'It is mine' });
    await attacker.put(`/api/users/${insider.id}/name`, { ...name, reason: 'It is mine' });
    const training = await openTraining(ground, insider.id);
    await attacker.post('/api/auth/signature-agreement', { accepted: true });
    await readText(attacker, training);
    await sign(attacker, training, insider);
    const { rows } = await ground.database.admin.query<{ printedName: string; signerId: string }>(
      `select printed_name as "printedName", signer_id as "signerId" from signatures where signer_id = any($1)`,
      [[insider.id, victim.id]],
    );
    const full = `${victim.firstName} ${victim.lastName}`;
    for (const { printedName, signerId } of rows) {
      if (printedName.includes(full) || signerId === victim.id)
        fail(`a signature of ${signerId} prints ${printedName}`);
    }
    if (rows.length === 0) fail('the chain could not sign its own training: it proves nothing');
  },
};

const signForTheVictim: Chain = {
  name: 'sign the training of the victim',
  run: async ({ ground, attacker, victim, insider, fail }) => {
    const training = await openTraining(ground, victim.id);
    await attacker.post('/api/auth/signature-agreement', { accepted: true });
    const at = `/api/training-assignments/${String(training)}`;
    const opened = await attacker.post<{ viewSessionId?: string }>(`${at}/view-session`);
    const viewSessionId = opened.body.viewSessionId ?? 'x';
    await attacker.post(`${at}/progress`, { viewSessionId, progress: 100 });
    for (const password of [insider.password, victim.password]) {
      await attacker.put(`${at}/status`, { status: 'completed', signature: { password, meaning } });
    }
    await attacker.post(`${at}/record-completion`, {
      completedOn: '2024-01-31',
      reason: 'Took place before',
    });
    // Nothing of it may have completed the training.
    const { rows } = await ground.database.admin.query<{ status: string; progress: number }>(
      'select status, progress from training_assignments where id = $1',
      [training],
    );
    if (rows[0]?.status !== 'not_started') fail(`the training of the victim is ${String(rows[0]?.status)}`);
  },
};

/** An open text training of a person that is signed at its end. */
async function openTraining(ground: Ground, userId: string): Promise<number> {
  const admin = await ground.world.client('admin');
  const [moduleId = 0] = await createTextModules(ground.server.services, 1);
  return (await assignTo(admin, userId, moduleId)).id;
}

/** The chains, in an order in which none spoils the next: each has people of its own. */
export const chains: readonly Chain[] = [
  takeTheAddress,
  poisonedLink,
  tokensElsewhere,
  plantedCookie,
  repeatedKey,
  signInTheName,
  signForTheVictim,
];
