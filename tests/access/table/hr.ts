import { statementFor } from '#shared/domain/signatures/statements.ts';
import { asFixture } from '#tests/harness/world.ts';
import type { AccessRow, AccessRows, Target } from '../access-table.ts';
import type { AccessWorld } from '../access-world.ts';
import { insertAgreement, insertDocument, insertRegistration } from '../hr-material.ts';

//               anon learner manager admin hr  inspector inactive must-change
const everyOwn = '401 200     200     200   200 200       401      403';
const area = '    401 404     404     200   200 404       401      403';

/** Personal documents: the owner, hr of the organization, administrators; managers and inspectors like anybody (HR-05). */
const personal = {
  own: everyOwn,
  report: ' 401  404     404     200   200 404       401      403',
  foreign: '401  404     404     200   404 404       401      403',
};
/** What the area does with somebody's documents. */
const managed = {
  own: '    401  404     404     200   200 404       401      403',
  report: ' 401  404     404     200   200 404       401      403',
  foreign: '401  404     404     200   404 404       401      403',
};
/** A signature with a wrong password: whoever may sign is told so. */
const signature = { password: 'not the password', meaning: statementFor('cv_is_mine').text };
// A call without files; whoever may upload is asked for them.
const ownUpload: AccessRow = { expect: { own: '401 415 415 415 415 415 401 403' } };

/** An agreement with the person of the target, in the status that the call needs. */
const agreement =
  (status: 'draft' | 'out_for_signature', body?: unknown): NonNullable<AccessRow['send']> =>
  async ({ person, organizationId }: Target, { server, fileId }: AccessWorld) => {
    const id = await asFixture(server.services, (tx) =>
      insertAgreement(tx, { organizationId, fileId, partyUserId: person.id, status }),
    );
    return { params: { id: String(id) }, ...(body === undefined ? {} : { body }) };
  };
/** A document of the target's organization. */
const document =
  (body?: unknown): NonNullable<AccessRow['send']> =>
  async ({ organizationId }, { server, fileId }) => {
    const id = await asFixture(server.services, (tx) => insertDocument(tx, organizationId, fileId));
    return { params: { id: String(id) }, ...(body === undefined ? {} : { body }) };
  };
/** A registration of the target's organization. */
const registration =
  (body?: unknown, retired = false): NonNullable<AccessRow['send']> =>
  async ({ organizationId }, { server, fileId }) => {
    const { registrationId, documentId } = await asFixture(server.services, (tx) =>
      insertRegistration(tx, organizationId, fileId, { retired }),
    );
    return {
      params: { id: String(registrationId), documentId: String(documentId) },
      ...(body === undefined ? {} : { body }),
    };
  };
const license = { name: 'License', number: 'L-2', authority: 'Authority', country: 'Norway' };
const terms = {
  title: 'Advice',
  kind: 'consulting',
  partyUserId: null,
  partyName: 'Outside',
  partyEmail: null,
  startsOn: '2026-01-01',
  endsOn: null,
  noticeDays: 30,
};
// A call without files is refused before the record is looked for.
const noFiles = '401 404 404 415 415 404 401 403';
const upload = { own: noFiles, report: noFiles, foreign: noFiles };
const created = {
  own: '    401  404     404     201   201 404       401      403',
  report: ' 401  404     404     201   201 404       401      403',
  foreign: '401  404     404     201   404 404       401      403',
};

/** The HR area (HR-01 … HR-05). */
export const hrRows: AccessRows = {
  'hr.cvs': { expect: { any: area } },
  'hr.cvFigures': { expect: { any: area } },
  'hr.cvsZip': { send: ({ person }) => ({ query: { userIds: person.id } }), expect: managed },
  'hr.cvValidity': { expect: { any: area } },
  'hr.setCvValidity': {
    send: () => ({ body: { validMonths: 24 } }),
    expect: { any: '401 403 403 200 403 403 401 403' },
  },
  'hr.requestCvs': { send: ({ person }) => ({ body: { userIds: [person.id] } }), expect: managed },
  'hr.cvOfPerson': { send: ({ person }) => ({ params: { userId: person.id } }), expect: personal },
  'hr.uploadCv': ownUpload,
  'hr.signCv': {
    send: ({ material }) => ({ body: { versionId: material.cvVersionId, signature } }),
    expect: { own: '401 422 422 422 422 422 401 403' },
  },
  'hr.openCvRequest': {
    send: () => ({ body: { token: 'nobody was sent this' } }),
    expect: { own: '401 400 400 400 400 400 401 403' },
  },
  'hr.file': {
    send: ({ material }) => ({ params: { versionId: String(material.cvVersionId) } }),
    expect: personal,
  },
  'hr.documentSight': {
    send: ({ material }) => ({ params: { versionId: String(material.cvVersionId) } }),
    expect: personal,
  },
  'hr.openDocumentView': {
    send: ({ material }) => ({ params: { versionId: String(material.cvVersionId) } }),
    expect: personal,
  },
  'hr.documentProgress': {
    // A session that was never issued: people who may read the document get that answer.
    send: ({ material }) => ({
      params: { versionId: String(material.cvVersionId) },
      body: { viewSessionId: 'never-issued', pages: [1] },
    }),
    expect: {
      own: '    401  422     422     422   422 422       401      403',
      report: ' 401  404     404     422   422 404       401      403',
      foreign: '401  404     404     422   404 404       401      403',
    },
  },
  'hr.agreements': { expect: { any: area } },
  'hr.agreementFigures': { expect: { any: area } },
  'hr.agreementParties': { expect: { any: area } },
  'hr.agreement': { send: agreement('out_for_signature'), expect: personal },
  'hr.signedAgreement': {
    // Nobody has signed it yet: there is no copy, for whoever asks.
    send: agreement('out_for_signature'),
    expect: {
      own: '    401  404     404     404   404 404       401      403',
      report: ' 401  404     404     404   404 404       401      403',
      foreign: '401  404     404     404   404 404       401      403',
    },
  },
  'hr.createAgreement': {
    send: ({ organizationId }) => ({ body: { organizationId, ...terms } }),
    expect: created,
  },
  'hr.changeAgreement': { send: agreement('draft', { title: 'Other' }), expect: managed },
  'hr.uploadAgreement': { send: agreement('draft'), expect: upload },
  // It has its document, so that it can be sent.
  'hr.sendAgreement': { send: agreement('draft'), expect: managed },
  'hr.withdrawAgreement': { send: agreement('out_for_signature'), expect: managed },
  'hr.signAgreement': {
    send: agreement('out_for_signature', { signature }),
    expect: {
      own: '    401  422     422     422   422 422       401      403',
      report: ' 401  404     404     422   422 404       401      403',
      foreign: '401  404     404     422   404 404       401      403',
    },
  },
  'hr.terminateAgreement': { send: agreement('out_for_signature', { reason: 'It ends' }), expect: managed },
  'hr.declineAgreement': {
    // Its party declines; who looks after it may not do so for the party.
    send: agreement('out_for_signature', { reason: 'The terms do not fit' }),
    expect: {
      own: '    401  200     200     200   200 200       401      403',
      report: ' 401  404     404     409   409 404       401      403',
      foreign: '401  404     404     409   404 404       401      403',
    },
  },
  'hr.organization': {
    send: ({ organizationId }, { hrOf }) => ({ params: { slug: hrOf(organizationId).slug } }),
    expect: managed,
  },
  'hr.documents': {
    send: ({ organizationId }, { hrOf }) => ({ params: { slug: hrOf(organizationId).slug } }),
    expect: managed,
  },
  'hr.document': { send: document(), expect: managed },
  'hr.createDocument': { expect: { any: noFiles } },
  'hr.changeDocument': { send: document({ title: 'Other' }), expect: managed },
  'hr.uploadDocument': { send: document(), expect: upload },
  'hr.askToAcknowledge': { send: document({ everybody: true }), expect: managed },
  'hr.audience': { send: document(), expect: managed },
  'hr.readers': { send: document(), expect: managed },
  'hr.readersCsv': { send: document(), expect: managed },
  'hr.acknowledge': {
    // Nobody is ever asked this: the first one may be anybody's.
    send: () => ({ params: { id: '2147483647' }, body: { signature } }),
    expect: {
      own: '    401  404     404     404   404 404       401      403',
      report: ' 401  404     404     404   404 404       401      403',
      foreign: '401  404     404     404   404 404       401      403',
    },
  },
  'hr.dashboard': { expect: { any: area } },
  'hr.activity': { expect: { any: area } },
  'hr.registrations': { expect: { any: area } },
  'hr.registration': { send: registration(), expect: managed },
  'hr.createRegistration': {
    send: ({ organizationId }) => ({ body: { organizationId, ...license } }),
    expect: created,
  },
  'hr.changeRegistration': { send: registration({ country: 'Sweden' }), expect: managed },
  'hr.retireRegistration': { send: registration({ reason: 'It ended' }), expect: managed },
  'hr.restoreRegistration': { send: registration(undefined, true), expect: managed },
  'hr.addRegistrationDocument': { send: registration(), expect: upload },
  'hr.uploadRegistrationVersion': { send: registration(), expect: upload },
  'hr.changeRegistrationDocument': { send: registration({ title: 'Other' }), expect: managed },
  'hr.ownDocuments': { expect: { own: everyOwn } },
  'hr.ownOpen': { expect: { own: everyOwn } },
};
