import { expect, test } from 'vitest';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { hrDashboardContract as contract } from '#shared/contract/hr-dashboard.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { hrCvsContract } from '#shared/contract/hr-cvs.ts';
import { hrDocumentsContract } from '#shared/contract/hr-documents.ts';
import { hrRegistrationsContract } from '#shared/contract/hr-registrations.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { hrTests } from '#tests/harness/hr-tests.ts';
import { foreignHr, formWith, ownPdf, signedCv } from '#tests/harness/hr-world.ts';
import { statementsDuring } from '#tests/harness/statements.ts';
import { createOrganization } from '#tests/harness/world.ts';

const tests = hrTests();

const today = new Date().toISOString().slice(0, 10);
const figures = async (query: Record<string, string> = {}, client = tests.world.hr.client) =>
  (await client.call(contract.figures, { query })).body;
const activity = async (client = tests.world.hr.client) => (await client.call(contract.activity)).body;

/** One of everything in the organization of the world. */
async function fill() {
  const organizationId = tests.world.organization.id;
  const { client } = tests.world.hr;
  await client.call(hrCvsContract.request, { body: { userIds: [tests.world.member.user.id] } });
  await signedCv(tests.world.member);
  const agreement = await client.call(hrAgreementsContract.create, {
    body: {
      organizationId,
      title: 'Medical advice',
      kind: 'consulting',
      partyUserId: null,
      partyName: 'Outside',
      partyEmail: null,
      startsOn: today,
      endsOn: null,
      noticeDays: 30,
    },
  });
  await client.call(hrAgreementsContract.terminate, {
    params: { id: String(agreement.body.id) },
    body: { reason: 'Not needed' },
  });
  const form = formWith(['policy.pdf', await ownPdf('Policy')], {
    organizationId: String(organizationId),
    title: 'Data protection policy',
    category: 'policy',
    reviewOn: addDays(today, 20),
  });
  const document = await client.post<ResponseOf<typeof hrDocumentsContract.get>>('/api/hr/documents', form);
  await client.call(hrDocumentsContract.ask, {
    params: { id: String(document.body.id) },
    body: { everybody: true },
  });
  const registration = await client.call(hrRegistrationsContract.create, {
    body: {
      organizationId,
      name: 'Laboratory license',
      number: 'L-1',
      authority: 'Agency',
      country: 'Norway',
      validUntil: addDays(today, 10),
    },
  });
  return { registrationId: registration.body.id };
}

test('[HR-01] the dashboard counts people, CVs, agreements, reviews, open acknowledgements and registrations', async () => {
  expect(await figures()).toMatchObject({
    people: 2,
    cvs: { missing: 2, current: 0 },
    documents: 0,
    openAcknowledgements: 0,
    registrations: { valid: 0, expiring: 0 },
  });
  await fill();
  const expected = {
    people: 2,
    cvs: { missing: 1, current: 1, expired: 0, waiting: 0, expiring: 0 },
    agreements: {
      declined: 0,
      starting: 0,
      ending: 0,
      draft: 0,
      out_for_signature: 0,
      active: 0,
      expiring: 0,
      expired: 0,
      terminated: 1,
    },
    documents: 1,
    archivedDocuments: 0,
    reviewsDue: 1,
    openAcknowledgements: 2,
    peopleToAcknowledge: 2,
    registrations: { expired: 0, expiring: 1, valid: 0, retired: 0 },
    organizations: [
      {
        id: tests.world.organization.id,
        name: tests.world.organization.name,
        slug: tests.world.organization.slug,
        people: 2,
        cvsToActOn: 1,
        documents: 1,
        archivedDocuments: 0,
        reviewsDue: 1,
        openAcknowledgements: 2,
        peopleToAcknowledge: 2,
        registrations: 1,
        registrationsToActOn: 1,
      },
    ],
  };
  expect(await figures()).toEqual(expected);
  const all = await figures({}, tests.world.admin.client);
  expect(all.people).toBeGreaterThanOrEqual(expected.people);
  // With several organizations the figures of documents lead to the list of these, which adds up to them.
  for (const key of ['documents', 'archivedDocuments', 'reviewsDue', 'openAcknowledgements'] as const)
    expect(all.organizations.reduce((sum, one) => sum + one[key], 0)).toBe(all[key]);
  expect(
    await figures({ organizationId: String(tests.world.organization.id) }, tests.world.admin.client),
  ).toEqual(expected);
});

test('[HR-01] [HR-04] the lists behind open acknowledgements, archived documents and registrations to act on hold what the figures say', async () => {
  await fill();
  const { organization, hr } = tests.world;
  const listed = async (query: Record<string, string>) =>
    (await hr.client.call(hrDocumentsContract.list, { params: { slug: organization.slug }, query })).body;
  const [open] = await listed({ acknowledgement: 'open' });
  expect(open?.title).toBe('Data protection policy');
  const place = async () => {
    const { body } = await hr.client.call(hrDocumentsContract.organization, {
      params: { slug: organization.slug },
    });
    return [body.unread, body.openAcknowledgements, body.peopleToAcknowledge, body.archived];
  };
  expect(await place()).toEqual([1, 2, 2, 0]);
  await hr.client.call(hrDocumentsContract.change, {
    params: { id: String(open?.id) },
    body: { isArchived: true },
  });
  expect(await listed({ acknowledgement: 'open' })).toEqual([]);
  expect(await listed({ archived: 'true' })).toHaveLength(1);
  expect(await place()).toEqual([0, 0, 0, 1]);
  const { documents, archivedDocuments, openAcknowledgements, organizations } = await figures();
  expect([documents, archivedDocuments, openAcknowledgements]).toEqual([0, 1, 0]);
  expect(organizations[0]?.archivedDocuments).toBe(1);
  const due = await hr.client.call(hrRegistrationsContract.list, { query: { due: 'true' } });
  expect(due.body.map(({ state }) => state)).toEqual(['expiring']);
  expect(due.body).toHaveLength(organizations[0]?.registrationsToActOn ?? 0);
  const acting = await hr.client.call(hrCvsContract.list, { query: { due: 'true' } });
  expect(acting.body.map(({ state }) => state)).toEqual(['missing']);
  expect(acting.body).toHaveLength(organizations[0]?.cvsToActOn ?? 0);
  const wrong = await hr.client.get('/api/hr/registrations?due=yes');
  expect(wrong.status).toBe(422);
});

test('[HR-01] an archived organization with nothing to do stands there only where it alone is asked for', async () => {
  const { id, slug } = await createOrganization(tests.server.services, { isActive: false });
  const { client } = tests.world.admin;
  const listed = async (query: Record<string, string>) =>
    (await figures(query, client)).organizations.map((one) => one.slug);
  expect(await listed({})).not.toContain(slug);
  expect(await listed({ organizationId: String(id) })).toEqual([slug]);
});

test('[HR-01] recent activity tells what happened, the last first, and by whom', async () => {
  const { registrationId } = await fill();
  const happened = await activity();
  expect(happened.map(({ type }) => type)).toEqual([
    'registration_added',
    'document_asked',
    'document_uploaded',
    'agreement_terminated',
    'cv_signed',
    'cv_uploaded',
    'cv_requested',
  ]);
  const hrName = `${tests.world.hr.user.firstName ?? ''} ${tests.world.hr.user.lastName ?? ''}`;
  expect(happened[0]).toMatchObject({ actor: hrName, title: 'Laboratory license', registrationId });
  expect(happened[1]).toMatchObject({
    actor: hrName,
    people: 2,
    person: null,
    title: 'Data protection policy',
  });
  expect(happened.at(-1)).toMatchObject({ actor: hrName, person: 'Mia Member', people: 1 });
  expect(new Set(happened.map(({ id }) => id)).size).toBe(happened.length);
});

test('[HR-05] hr of another organization counts and reads nothing of this one; learners are refused', async () => {
  await fill();
  const other = await foreignHr(tests.server);
  const seen = await figures({}, other);
  expect([seen.documents, seen.openAcknowledgements, seen.registrations.expiring]).toEqual([0, 0, 0]);
  const asked = await figures({ organizationId: String(tests.world.organization.id) }, other);
  expect([asked.people, asked.documents, asked.organizations]).toEqual([0, 0, []]);
  expect(await activity(other)).toEqual([]);
  for (const call of [contract.figures, contract.activity])
    expect((await tests.world.member.client.call(call)).status).toBe(404);
});

test('[HR-01] [PERF-01] figures take three statements and activity one, whatever the number of organizations', async () => {
  const about = async (work: () => Promise<unknown>) => {
    const sent = await statementsDuring(async () => {
      await work();
    });
    return sent.filter(({ text }) => text.includes('hr_')).length;
  };
  const { client } = tests.world.admin;
  expect(await about(() => figures({}, client))).toBe(3);
  expect(await about(() => activity(client))).toBe(1);
});
