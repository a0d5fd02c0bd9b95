import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { hrCvsContract as contract } from '#shared/contract/hr-cvs.ts';
import { removeOrphans } from '#server/platform/files/file-jobs.ts';
import { hrTests } from '#tests/harness/hr-tests.ts';
import {
  accessesOf,
  foreignHr,
  formWith,
  mailedSecret,
  ownPdf,
  signatureWith,
  signedCv,
  signer,
  uploadCv,
} from '#tests/harness/hr-world.ts';
import { makeOffice, sampleExe } from '#tests/harness/sample-files.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';
import { whileLocked } from '#tests/harness/while-locked.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

const tests = hrTests();

/** Asked in a new session: those of before a long time are over. */
const stateOf = async (userId: string) => {
  const admin = await signIn(tests.server.client(), tests.world.admin.user);
  const { body } = await admin.call(contract.ofPerson, { params: { userId } });
  return body.state;
};

describe('the own CV', () => {
  test('[HR-02] counts once its owner has signed it, from the day of the signature for 24 months', async () => {
    const { member, hr } = tests.world;
    expect(await stateOf(member.user.id)).toBe('missing');
    const uploaded = await uploadCv(member.client, 'My CV.pdf');
    expect(uploaded.status).toBe(201);
    expect(uploaded.body).toMatchObject({ state: 'waiting', validUntil: null });
    expect(uploaded.body.versions).toMatchObject([
      { number: 1, file: { name: 'My CV.pdf', contentType: 'application/pdf' }, signature: null },
    ]);
    const versionId = uploaded.body.versions[0]?.id ?? 0;
    const wrong = await member.client.call(contract.sign, {
      body: { versionId, signature: { ...signatureWith(member.user, 'cv_is_mine'), password: 'not it' } },
    });
    expect(wrong.status).toBe(422);
    expect(await stateOf(member.user.id)).toBe('waiting');
    const signed = await member.client.call(contract.sign, {
      body: { versionId, signature: signatureWith(member.user, 'cv_is_mine') },
    });
    expect(signed.status).toBe(200);
    const today = new Date();
    expect(signed.body.state).toBe('current');
    expect(signed.body.validUntil?.slice(0, 4)).toBe(String(today.getUTCFullYear() + 2));
    expect(signed.body.versions[0]?.signature).toMatchObject({
      valid: true,
      printedName: 'Mia Member',
      meaning: 'This is my current CV; it is complete and true.',
    });
    const again = await member.client.call(contract.sign, {
      body: { versionId, signature: signatureWith(member.user, 'cv_is_mine') },
    });
    expect(again.status).toBe(409);
    const { body } = await hr.client.call(contract.ofPerson, { params: { userId: member.user.id } });
    expect(body.versions[0]?.signature?.valid).toBe(true);
  });

  test('[HR-02] is expiring 60 days before its last day, expired after it, and a new version waits beside it', async () => {
    const { member } = tests.world;
    const first = await signedCv(member);
    await tests.database.moveClock({ days: 731 - 60 });
    expect(await stateOf(member.user.id)).toBe('expiring');
    await tests.database.moveClock({ days: 732 });
    expect(await stateOf(member.user.id)).toBe('expired');
    const later = await signIn(tests.server.client(), member.user);
    const second = await uploadCv(later);
    // An upload that is not signed yet does not hide that the signed one has expired.
    expect(second.body.state).toBe('expired');
    expect(second.body.versions.map(({ number }) => number)).toEqual([2, 1]);
    const old = await later.call(contract.sign, {
      body: {
        versionId: first.versions[0]?.id ?? 0,
        signature: signatureWith(member.user, 'cv_is_mine'),
      },
    });
    expect(old.status).toBe(409);
  });

  test('[HR-02] [AUD-01] is valid as long as an administrator has chosen; what was signed before keeps its day', async () => {
    const { member, hr, admin } = tests.world;
    const before = await signedCv(member);
    const other = await signer(tests.server, { organizationId: tests.world.organization.id });
    const choose = (validMonths: unknown, client = admin.client) =>
      client.call(contract.setValidity, { body: { validMonths } as never });
    expect((await hr.client.call(contract.validity)).body).toEqual({ validMonths: 24 });
    expect((await choose(6, hr.client)).status).toBe(403);
    for (const wrong of [0, 121, 1.5, '6', null]) {
      const refused = await choose(wrong);
      expect(refused.status).toBe(422);
      expect((refused.body as unknown as Problem).errors).toMatchObject([
        { path: 'validMonths', message: 'Enter whole months from 1 to 120' },
      ]);
    }
    expect((await choose(6)).body).toEqual({ validMonths: 6 });
    expect((await hr.client.call(contract.validity)).body).toEqual({ validMonths: 6 });
    const cv = await signedCv(other);
    const months = (iso: string) => Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7));
    expect(months(cv.validUntil ?? '') - months(new Date().toISOString())).toBe(6);
    const kept = await hr.client.call(contract.ofPerson, { params: { userId: member.user.id } });
    expect(kept.body.validUntil).toBe(before.validUntil);
    const { rows } = await sql<{ payload: string; actorId: string }>`
      select e.payload, e.actor_id from audit.events e
      where e.action = 'cv.validity_set' and e.payload like '%validMonths%'`.execute(tests.database.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ actorId }) => actorId))).toEqual(new Set([admin.user.id]));
    expect((await choose(24)).status).toBe(200);
  });

  test('[HR-02] [MOD-07] is judged by its bytes, and needs a file', async () => {
    const { client } = tests.world.member;
    const program = await client.post<Problem>('/api/hr/own/cv', formWith(['cv.pdf', sampleExe]));
    expect([program.status, program.body.code, program.body.errors?.[0]?.path]).toEqual([
      422,
      'FILE_REFUSED',
      'file',
    ]);
    const text = await client.post<Problem>('/api/hr/own/cv', formWith(['cv.txt', Buffer.from('me')]));
    expect(text.status).toBe(422);
    const none = await client.post<Problem>('/api/hr/own/cv', new FormData());
    expect([none.status, none.body.errors?.[0]]).toMatchObject([
      422,
      { path: 'file', message: 'Choose a file' },
    ]);
    expect((await uploadCv(client, 'cv.docx', makeOffice('docx'))).status).toBe(201);
    expect(
      (await client.call(contract.ofPerson, { params: { userId: tests.world.member.user.id } })).body,
    ).toMatchObject({
      versions: [{ number: 1 }],
    });
  });

  test('[HR-02] two first uploads at once are two versions of one CV', async () => {
    const { client, user } = tests.world.member;
    const answers = await Promise.all([uploadCv(client), uploadCv(client)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const { body } = await client.call(contract.ofPerson, { params: { userId: user.id } });
    expect(body.versions.map(({ number }) => number)).toEqual([2, 1]);
  });

  test('[HR-02] [SIG-04] shows as not valid once its dates, its file or its signature were changed past the product', async () => {
    const cv = await signedCv(tests.world.member);
    const versionId = cv.versions[0]?.id ?? 0;
    const reasonNow = async () => {
      const { body } = await tests.world.hr.client.call(contract.ofPerson, {
        params: { userId: tests.world.member.user.id },
      });
      return body.versions[0]?.signature?.reasonCode;
    };
    expect(await reasonNow()).toBeNull();
    const forge = (text: string) =>
      tests.database.admin.query(`begin; set local session_replication_role = replica; ${text}; commit`);
    await forge(`update hr_document_versions set valid_until = valid_until + 365 where id = ${versionId}`);
    expect(await reasonNow()).toBe('record_changed');
    const report = await verifyAll(tests.server.services);
    expect(report.findings.map(({ object }) => object)).toContain(
      `hr_document_versions ${String(versionId)}`,
    );
    await forge(`update hr_document_versions set valid_until = valid_until - 365 where id = ${versionId}`);
    expect(await reasonNow()).toBeNull();
    const other = await ownPdf('Another');
    await uploadCv(tests.world.hr.client, 'other.pdf', other);
    const sha256 = createHash('sha256').update(other).digest('hex');
    await forge(
      `update hr_document_versions set file_id = (select id from files where sha256 = '${sha256}') where id = ${versionId}`,
    );
    expect(await reasonNow()).toBe('record_changed');
  });

  test('[HR-02] [SEC-04] its stored bytes are kept when the store is cleaned', async () => {
    const bytes = await ownPdf('Kept');
    await uploadCv(tests.world.member.client, 'cv.pdf', bytes);
    await removeOrphans(tests.server.services, -1000);
    const { body } = await tests.world.member.client.call(contract.ofPerson, {
      params: { userId: tests.world.member.user.id },
    });
    const file = await tests.world.member.client.fetch('GET', body.versions[0]?.file.url ?? '');
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
  });
});

describe('who sees a CV', () => {
  test('[HR-05] its owner, hr of the organization and administrators; everybody else gets 404', async () => {
    const { member, hr, admin, organization } = tests.world;
    const cv = await signedCv(member);
    const url = cv.versions[0]?.file.url ?? '';
    const manager = await createUser(tests.server.services, {
      role: 'manager',
      organizationId: organization.id,
    });
    await tests.database.admin.query(`begin; select audit.begin_command('test', null, null, '{}');
      update users set manager_id = '${manager.id}' where id = '${member.user.id}'; commit`);
    const inspector = await createUser(tests.server.services, {
      grants: [{ kind: 'inspector', organizationId: organization.id }],
    });
    const colleague = await createUser(tests.server.services, { organizationId: organization.id });
    const allowed = [member.client, hr.client, admin.client];
    const refused = [
      await foreignHr(tests.server),
      await signIn(tests.server.client(), manager),
      await signIn(tests.server.client(), inspector),
      await signIn(tests.server.client(), colleague),
    ];
    for (const client of allowed) {
      expect((await client.call(contract.ofPerson, { params: { userId: member.user.id } })).status).toBe(200);
      expect((await client.get(url)).status).toBe(200);
    }
    for (const client of refused) {
      expect((await client.call(contract.ofPerson, { params: { userId: member.user.id } })).status).toBe(404);
      expect((await client.get(url)).status).toBe(404);
    }
    for (const client of refused.slice(1)) expect((await client.call(contract.list)).status).toBe(404);
  });

  test('[HR-05] [AUD-01] every opening by another is in the trail with whom it is about, the own one too', async () => {
    const { member, hr } = tests.world;
    const cv = await signedCv(member);
    const url = cv.versions[0]?.file.url ?? '';
    await hr.client.call(contract.ofPerson, { params: { userId: member.user.id } });
    await hr.client.get(url);
    const about = { actor: hr.user.id, subject: member.user.id };
    expect(await accessesOf(tests.server.services, 'cv.read')).toContainEqual(about);
    expect(await accessesOf(tests.server.services, 'hr.document_opened')).toContainEqual(about);
  });

  test('[HR-05] [MOD-08] a file is served with the headers that let nothing run, in parts too', async () => {
    const { member } = tests.world;
    const bytes = await ownPdf('Served');
    const { body } = await uploadCv(member.client, 'cv.pdf', bytes);
    const url = body.versions[0]?.file.url ?? '';
    const whole = await member.client.fetch('GET', url);
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    expect(whole.headers.get('content-disposition')).toContain('inline');
    expect(whole.headers.get('cache-control')).toBe('private, no-store');
    const part = await member.client.fetch('GET', url, undefined, { headers: { range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([206, '%PDF']);
    const saved = await member.client.fetch('GET', `${url}?download=true`);
    expect(saved.headers.get('content-disposition')).toContain('attachment');
    expect((await member.client.get(`${url}?pdf=true`)).status).toBe(404);
  });
});

describe('the repository', () => {
  test('[HR-02] [AUTH-14] lists the people of the reach with their state, filtered, sorted and counted', async () => {
    const { member, hr, admin, organization } = tests.world;
    await signedCv(member);
    const list = await hr.client.call(contract.list, { query: { sort: '-state' } });
    expect(list.body.map(({ id, state }) => [id, state])).toEqual([
      [member.user.id, 'current'],
      [hr.user.id, 'missing'],
    ]);
    expect(list.headers.get('x-total-count')).toBe('2');
    const missing = await hr.client.call(contract.list, { query: { state: 'missing' } });
    expect(missing.body.map(({ id }) => id)).toEqual([hr.user.id]);
    const found = await hr.client.call(contract.list, { query: { q: 'mia mem' } });
    expect(found.body.map(({ id }) => id)).toEqual([member.user.id]);
    const figures = await hr.client.call(contract.figures);
    expect(figures.body).toMatchObject({ total: 2, states: { current: 1, missing: 1, expired: 0 } });
    const everywhere = await admin.client.call(contract.figures);
    expect(everywhere.body.total).toBeGreaterThan(2);
    const one = await admin.client.call(contract.figures, {
      query: { organizationId: String(organization.id) },
    });
    expect(one.body.total).toBe(2);
    const elsewhere = await (await foreignHr(tests.server)).call(contract.list);
    expect(elsewhere.body.map(({ id }) => id)).not.toContain(member.user.id);
  });

  test('[HR-02] asks by mail with a link that works once and for that person alone', async () => {
    const { member, hr } = tests.world;
    const asked = await hr.client.call(contract.request, {
      body: { userIds: [member.user.id], message: 'For the audit in May' },
    });
    expect(asked.body).toEqual({ requested: 1, skipped: 0 });
    const twice = await hr.client.call(contract.request, { body: { userIds: [member.user.id] } });
    expect(twice.body).toEqual({ requested: 0, skipped: 1 });
    const token = await mailedSecret(tests.server.services, member.user.email, 'hr.cvRequest');
    const stranger = await signer(tests.server);
    const open = { body: { token } };
    expect((await tests.server.client().call(contract.openRequest, open)).status).toBe(401);
    expect((await stranger.client.call(contract.openRequest, open)).status).toBe(400);
    expect((await member.client.call(contract.openRequest, open)).status).toBe(200);
    expect((await member.client.call(contract.openRequest, open)).status).toBe(400);
    const waiting = await hr.client.call(contract.list, { query: { q: member.user.email } });
    expect(waiting.body[0]?.requestedAt).toEqual(expect.any(String));
    await signedCv(member);
    const settled = await hr.client.call(contract.list, { query: { q: member.user.email } });
    expect(settled.body[0]).toMatchObject({ requestedAt: null, state: 'current' });
  });

  test('[HR-02] two who ask the same person at once send one mail', async () => {
    const { member, hr, admin } = tests.world;
    const body = { userIds: [member.user.id] };
    const answers = await whileLocked(
      tests.database,
      sql`select 1 from users where id = ${member.user.id} for update`,
      [hr, admin].map(
        ({ client }) =>
          () =>
            client.call(contract.request, { body }),
      ),
    );
    expect(answers.map((answer) => answer.body.requested).toSorted((one, other) => one - other)).toEqual([
      0, 1,
    ]);
    const { rows } = await tests.database.admin.query(
      `select 1 from mail_outbox where template = 'hr.cvRequest' and user_id = $1`,
      [member.user.id],
    );
    expect(rows).toHaveLength(1);
  });

  test('[HR-02] [HR-05] refuses to ask people outside the reach, and asks nobody then', async () => {
    const { member, hr } = tests.world;
    const outside = await createUser(tests.server.services);
    const asked = await hr.client.call(contract.request, {
      body: { userIds: [member.user.id, outside.id] },
    });
    expect(asked.status).toBe(404);
    const { rows } = await sql`select 1 from hr_cv_requests where user_id = ${member.user.id}`.execute(
      tests.database.db,
    );
    expect(rows).toEqual([]);
  });

  test('[HR-02] [HR-05] hands out the chosen CVs as a ZIP with a manifest of sums, each reading in the trail', async () => {
    const { member, hr, organization } = tests.world;
    const bytes = await ownPdf('Zipped');
    await uploadCv(member.client, '=cv.pdf', bytes);
    const twin = await signer(tests.server, {
      organizationId: organization.id,
      firstName: 'Mia',
      lastName: 'Member',
    });
    await signedCv(twin);
    const answer = await hr.client.fetch('GET', `/api/hr/cvs/zip?userIds=${member.user.id},${twin.user.id}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const files = await unzip(Buffer.from(await answer.arrayBuffer()));
    expect([...files.keys()].sort()).toEqual(['Member Mia (2) v1.pdf', 'Member Mia v1.pdf', 'manifest.csv']);
    const manifest = files.get('manifest.csv')?.toString('utf8') ?? '';
    for (const [name, content] of files) {
      if (name === 'manifest.csv') continue;
      const sum = createHash('sha256').update(content).digest('hex');
      expect(manifest).toContain(`"${sum}","${name}"`);
    }
    expect([...files.values()]).toContainEqual(bytes);
    const read = await accessesOf(tests.server.services, 'cv.downloaded');
    expect(new Set(read.map(({ subject }) => subject))).toEqual(new Set([member.user.id, twin.user.id]));
    const outside = await (await foreignHr(tests.server)).get(`/api/hr/cvs/zip?userIds=${member.user.id}`);
    expect(outside.status).toBe(404);
  });
});
