/** Races for records: signatures, decisions, quotas, repeated calls. */
import { quickCreate } from '#tests/harness/module-world.ts';
import { assignTo, createTextModules, readText, sign } from '#tests/harness/training-world.ts';
import { asFixture } from '#tests/harness/world.ts';
import { insertAgreement } from '#tests/access/hr-material.ts';
import { exactly, organization, someone, valueOf, type Race } from './race.ts';

const doubleSign: Race = {
  name: 'a completion signed in three tabs at once',
  run: async (input) => {
    const { server } = input.ground;
    const [, admin] = await someone(input, 'admin', { role: 'admin' });
    const [person, client] = await someone(input, 'person');
    await client.post('/api/auth/signature-agreement', { accepted: true });
    const [moduleId = 0] = await createTextModules(server.services, 1);
    const { id } = await assignTo(admin, person.id, moduleId);
    await readText(client, id);
    const answers = await Promise.all([1, 2, 3].map(() => sign(client, id, person)));
    if (!answers.some(({ status }) => status === 200)) input.fail('nothing was signed');
    if (answers.some(({ status }) => status >= 500)) input.fail('answered with a server error');
    const found = await valueOf<number[]>(
      input,
      `select array[(select count(*)::int from signatures where signer_id = $1), (select count(*)::int from training_records where user_id = $1),
         (select count(*)::int from certificates c join training_records r on r.id = c.training_record_id where r.user_id = $1)] as value`,
      [person.id],
    );
    if (found.some((count) => count !== 1)) {
      input.fail(`${found.join()} signatures, records and certificates`);
    }
  },
};

const decidedTwice: Race = {
  name: 'a requested name approved and declined at once',
  run: async (input) => {
    const { id: organizationId } = await organization(input);
    const [, client] = await someone(input, 'person', { organizationId });
    const [, hr] = await someone(input, 'hr', { grants: [{ kind: 'hr', organizationId }] });
    const [, admin] = await someone(input, 'admin', { role: 'admin' });
    await client.patch('/api/users/profile', { firstName: 'Other', lastName: 'Name' });
    const { body } = await hr.get<{ id: number }[]>('/api/name-requests');
    const path = `/api/name-requests/${String(body[0]?.id)}`;
    await exactly(input, 1, [
      () => hr.post(`${path}/approve`, {}),
      () => admin.post(`${path}/decline`, { reason: 'It is not your name' }),
      () => hr.post(`${path}/approve`, {}),
    ]);
  },
};

const agreementTwice: Race = {
  name: 'an agreement declined in three tabs at once',
  run: async (input) => {
    const { server, world } = input.ground;
    const { id: organizationId } = await organization(input);
    const [party, client] = await someone(input, 'party', { organizationId });
    const id = await asFixture(server.services, (tx) =>
      insertAgreement(tx, {
        organizationId,
        fileId: world.fileId,
        partyUserId: party.id,
        status: 'out_for_signature',
      }),
    );
    const path = `/api/hr/agreements/${String(id)}/decline`;
    const decline = () => client.post(path, { reason: 'The terms do not fit' });
    await exactly(input, 1, [decline, decline, decline]);
  },
};

const quota: Race = {
  name: 'uploads at once beyond the quota of the day',
  run: async (input) => {
    const { services } = input.ground.server;
    const [person, client] = await someone(input, 'admin', { role: 'admin' });
    const { files } = services.config.uploadQuota;
    await input.ground.database.admin.query(
      `insert into upload_counts (user_id, day, files, bytes) values ($1, (app_now() at time zone 'UTC')::date, $2, 0)`,
      [person.id, files - 2],
    );
    const numbers = [1, 2, 3, 4, 5];
    await exactly(
      input,
      2,
      numbers.map(
        (number) => () =>
          quickCreate(client, [`${String(number)}.txt`, `${person.id} ${String(number)} words`]),
      ),
    );
  },
};

const sameKey: Race = {
  name: 'an organization created by four calls with one Idempotency-Key',
  run: async (input) => {
    const [person, admin] = await someone(input, 'admin', { role: 'admin' });
    const name = `Once by ${person.id}`;
    const options = { headers: { 'idempotency-key': `once-${person.id}` } };
    await exactly(
      input,
      4,
      [1, 2, 3, 4].map(() => () => admin.post('/api/organizations', { name, type: 'Test' }, options)),
    );
    const made = await valueOf<number>(
      input,
      'select count(*)::int as value from organizations where name = $1',
      [name],
    );
    if (made !== 1) input.fail(`${String(made)} organizations were created`);
  },
};

/** Races for records. */
export const recordRaces: readonly Race[] = [doubleSign, decidedTwice, agreementTwice, quota, sameKey];
