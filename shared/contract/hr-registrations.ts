import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import {
  bodyId,
  calendarDate,
  enteredLine,
  givenDate,
  instant,
  multiline,
  pageFields,
  pathId,
  reasonBody,
  requiredLine,
  sortBy,
} from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { fileWithNote, documentVersion } from '#shared/contract/hr-schemas.ts';
import { registrationStates } from '#shared/domain/hr/registrations.ts';

const state = z.enum(registrationStates);

const facts = {
  id: z.number(),
  organizationId: z.number(),
  organizationName: z.string(),
  /** For example 'Clinical laboratory license'. */
  name: z.string(),
  number: z.string(),
  authority: z.string(),
  country: z.string(),
  /** The last day on which it is valid; null if it never expires. */
  validUntil: givenDate.nullable(),
  /** Days until that day, negative once it is over. */
  endsInDays: z.number().nullable(),
  state,
  /** Documents that belong to it and are not archived. */
  documentCount: z.number(),
  revision: z.number(),
};

/** A document of a registration with its versions, the newest first. */
const registrationDocument = z
  .object({
    id: z.number(),
    title: z.string(),
    isArchived: z.boolean(),
    versions: z.array(documentVersion),
  })
  .meta({ id: 'RegistrationDocument' });

/** A registration with its details and documents (HR-01). */
export const registrationView = z
  .object({
    ...facts,
    address: z.string().nullable(),
    contactName: z.string().nullable(),
    contactEmail: z.string().nullable(),
    contactPhone: z.string().nullable(),
    retiredAt: instant.nullable(),
    retiredBy: z.string().nullable(),
    retiredReason: z.string().nullable(),
    documents: z.array(registrationDocument),
  })
  .meta({ id: 'RegistrationView' });

const terms = {
  name: requiredLine(200, because('registration_name_needed')),
  number: requiredLine(100, because('number_needed')),
  authority: requiredLine(200, because('authority_needed')),
  country: requiredLine(100, because('country_needed')),
  address: multiline(500).trim().nullable(),
  contactName: enteredLine(200).nullable(),
  contactEmail: z.email(because('email_invalid')).max(254, because('email_invalid')).nullable(),
  contactPhone: enteredLine(50).nullable(),
  validUntil: calendarDate.nullable(),
};

/** The form of a new registration. */
export const newRegistration = z
  .strictObject({
    ...terms,
    organizationId: bodyId,
    address: terms.address.default(null),
    contactName: terms.contactName.default(null),
    contactEmail: terms.contactEmail.default(null),
    contactPhone: terms.contactPhone.default(null),
    validUntil: terms.validUntil.default(null),
  })
  .meta({ id: 'NewRegistration' });

/** The form of a change. */
export const registrationChange = z.strictObject(terms).partial().meta({ id: 'RegistrationChange' });

/** The form of a new document of a registration, sent with the file. */
export const registrationDocumentFields = z.strictObject({
  title: requiredLine(200, because('title_needed')),
  note: enteredLine(200).optional(),
});

const access = { permission: 'hr.view' } as const;
const one = z.strictObject({ id: pathId });
const oneDocument = z.strictObject({ id: pathId, documentId: pathId });

/** Registrations of organizations with their documents (SPEC §2.16, HR-01). */
export const hrRegistrationsContract = {
  list: defineEndpoint({
    id: 'hr.registrations',
    method: 'GET',
    path: '/api/hr/registrations',
    summary: 'Registrations of the organizations of the reach; retired ones where they are asked for (HR-01)',
    access,
    audit: { none: 'facts of organizations; reading the contact and opening a document are recorded' },
    data: { shows: ['registrations', 'organizations'] },
    query: z.strictObject({
      ...pageFields,
      organizationId: pathId.optional(),
      state: state.optional(),
      /** `true`: only those that need action, expired or expiring. */
      due: z.enum(['true']).optional(),
      sort: sortBy(['name', 'organization', 'country', 'validUntil']),
    }),
    errors: ['NOT_FOUND'],
    response: z.array(z.object(facts).meta({ id: 'RegistrationItem' })),
    list: true,
    compressed: true,
  }),
  get: defineEndpoint({
    id: 'hr.registration',
    method: 'GET',
    path: '/api/hr/registrations/:id',
    summary: 'A registration with address, contact and documents',
    access,
    audit: { access: 'registration.read' },
    data: { shows: ['registrations'] },
    params: one,
    revision: 'answered',
    response: registrationView,
  }),
  create: defineEndpoint({
    id: 'hr.createRegistration',
    method: 'POST',
    path: '/api/hr/registrations',
    summary: 'Add a registration of an organization',
    access,
    audit: { command: 'registration.created' },
    data: { changes: ['registrations'] },
    body: newRegistration,
    revision: 'answered',
    errors: ['NOT_FOUND'],
    response: registrationView,
    status: 201,
  }),
  change: defineEndpoint({
    id: 'hr.changeRegistration',
    method: 'PATCH',
    path: '/api/hr/registrations/:id',
    summary: 'Change a registration that is not retired; `If-Match` refuses an older one',
    access,
    audit: { command: 'registration.changed', record: 'hr_registrations' },
    data: { changes: ['registrations'] },
    params: one,
    body: registrationChange,
    revision: 'compared',
    errors: ['ILLEGAL_STEP'],
    response: registrationView,
  }),
  retire: defineEndpoint({
    id: 'hr.retireRegistration',
    method: 'POST',
    path: '/api/hr/registrations/:id/retire',
    summary:
      'Take a registration out of use with a reason; it stays on record with its documents; `If-Match` refuses an older one',
    access,
    audit: { command: 'registration.retired', record: 'hr_registrations' },
    data: { changes: ['registrations'] },
    params: one,
    body: reasonBody,
    revision: 'compared',
    errors: ['ILLEGAL_STEP'],
    response: registrationView,
  }),
  restore: defineEndpoint({
    id: 'hr.restoreRegistration',
    method: 'POST',
    path: '/api/hr/registrations/:id/restore',
    summary: 'Bring a retired registration back into use; `If-Match` refuses an older one',
    access,
    audit: { command: 'registration.restored', record: 'hr_registrations' },
    data: { changes: ['registrations'] },
    params: one,
    revision: 'compared',
    errors: ['ILLEGAL_STEP'],
    response: registrationView,
  }),
  addDocument: defineEndpoint({
    id: 'hr.addRegistrationDocument',
    method: 'POST',
    path: '/api/hr/registrations/:id/documents',
    summary: 'Add a document with its first version in the part `file`',
    access,
    audit: { command: 'registration.document_added', record: 'hr_registrations' },
    data: { changes: ['registrations'] },
    params: one,
    multipart: { fields: registrationDocumentFields, files: ['file'] },
    revision: 'answered',
    errors: ['ILLEGAL_STEP'],
    response: registrationView,
    status: 201,
  }),
  uploadVersion: defineEndpoint({
    id: 'hr.uploadRegistrationVersion',
    method: 'POST',
    path: '/api/hr/registrations/:id/documents/:documentId/versions',
    summary: 'Upload a new version of a document of a registration in the part `file`',
    access,
    audit: { command: 'registration.document_uploaded', record: 'hr_registrations' },
    data: { changes: ['registrations'] },
    params: oneDocument,
    multipart: fileWithNote,
    revision: 'answered',
    errors: ['ILLEGAL_STEP'],
    response: registrationView,
    status: 201,
  }),
  changeDocument: defineEndpoint({
    id: 'hr.changeRegistrationDocument',
    method: 'PATCH',
    path: '/api/hr/registrations/:id/documents/:documentId',
    summary: 'Rename a document of a registration, archive or restore it',
    access,
    audit: { command: 'registration.document_changed', record: 'hr_registrations' },
    data: { changes: ['registrations'] },
    params: oneDocument,
    body: z
      .strictObject({ title: requiredLine(200, because('title_needed')), isArchived: z.boolean() })
      .partial(),
    revision: 'answered',
    response: registrationView,
  }),
};
