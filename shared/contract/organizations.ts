import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { enteredLine, flag, instant, multiline, pageFields, pathId, requiredLine, sortBy } from './common.ts';
import { departmentForm, departmentRename, departmentView } from './department-schemas.ts';
import { defineEndpoint } from './endpoint.ts';
import { roles } from '#shared/domain/access/permissions.ts';
import { absenceLimits, DEFAULT_RETURN_DAYS } from '#shared/domain/people/absences.ts';
import { isSlug, SLUG_MAX } from '#shared/domain/organizations/slug.ts';

/** An organization in answers of the API (SPEC §3, ORG-01, ORG-04); `maxSessionTimeout` is in minutes. */
export const organizationView = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    type: z.string(),
    isActive: z.boolean(),
    slug: z.string(),
    /** IANA zone in which due dates of its people end (SHELL-09). */
    timeZone: z.string(),
    titlePattern: z.string().nullable(),
    showOnLanding: z.boolean(),
    maxSessionTimeout: z.int(),
    /** New accounts are invited by email, with a link that sets the password (NOT-06). */
    inviteNewAccounts: z.boolean(),
    /** Trainings due during an absence become due this number of days after the return (USR-10). */
    returnDays: z.int(),
    archivedAt: instant.nullable(),
    createdAt: instant,
    updatedAt: instant,
    /** Send it back as `If-Match` to refuse a change of an older record. */
    revision: z.int(),
    /** People of the organization, inactive ones too; erased ones are not counted. */
    userCount: z.int(),
  })
  .meta({ id: 'OrganizationView' });

/** A member as the cards of the Organizations screen list them (SPEC §2.11). */
export const memberView = z
  .object({
    id: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string(),
    role: z.enum(roles),
    jobTitle: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    isActive: z.boolean(),
  })
  .meta({ id: 'MemberView' });

const name = requiredLine(200, because('organization_name_needed'));
const type = requiredLine(100, because('organization_type_needed'));
const slug = z.string().max(SLUG_MAX).refine(isSlug, because('slug_form'));
const timeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/, because('not_time_zone'));
const maxSessionTimeout = z
  .int()
  .min(5, because('minutes_range', { minimum: 5, maximum: 480 }))
  .max(480, because('minutes_range', { minimum: 5, maximum: 480 }));

const daysRange = because('return_days_range', { maximum: absenceLimits.returnDays });
const returnDays = z.int(daysRange).min(0, daysRange).max(absenceLimits.returnDays, daysRange);

/** Returns the schema for an optional text: an empty one is stored as null. */
const emptyAsNull = (text: z.ZodString) =>
  text
    .trim()
    .nullable()
    .transform((value) => value || null);

/** The fields of an organization that people enter. Types, columns and form values follow from them. */
export const organizationFields = z.strictObject({
  name,
  type,
  description: emptyAsNull(multiline(2000)),
  slug,
  timeZone,
  titlePattern: emptyAsNull(enteredLine(100)),
  showOnLanding: z.boolean(),
  maxSessionTimeout,
  inviteNewAccounts: z.boolean(),
  returnDays,
});

/** A new organization, with the defaults of its fields (SPEC §5 'Organization form'). */
export const organizationForm = organizationFields
  .extend({
    description: organizationFields.shape.description.default(null),
    slug: slug.optional(),
    timeZone: timeZone.default('UTC'),
    titlePattern: organizationFields.shape.titlePattern.default(null),
    showOnLanding: z.boolean().default(false),
    maxSessionTimeout: maxSessionTimeout.default(480),
    inviteNewAccounts: z.boolean().default(true),
    returnDays: returnDays.default(DEFAULT_RETURN_DAYS),
  })
  .meta({ id: 'OrganizationForm' });

/** The changed fields of an organization; `isActive` archives and restores it (ORG-02). */
export const organizationChange = organizationFields
  .extend({ isActive: z.boolean() })
  .partial()
  .meta({ id: 'OrganizationChange' });

const byId = z.object({ id: pathId });

const idList = z
  .string()
  .max(1100)
  .transform((text) => text.split(','))
  .pipe(z.array(pathId).max(100));

/** Calls about organizations and departments (SPEC §7 'Matrix, departments, organizations'; ORG-01 … ORG-04). */
export const organizationsContract = {
  landing: defineEndpoint({
    id: 'organizations.landing',
    method: 'GET',
    path: '/api/landing',
    summary:
      'What the landing page shows: organizations that chose to be named, and whether external sign-in is offered',
    access: { public: true },
    audit: { none: 'public texts only' },
    data: { shows: ['organizations'] },
    response: z
      .object({
        organizations: z.array(
          z.object({ name: z.string(), description: z.string().nullable(), slug: z.string() }),
        ),
        externalSignIn: z.boolean(),
        /** Whether an email server is set up, so that a link for a forgotten password can be sent at once (NOT-06). */
        emailConfigured: z.boolean(),
      })
      .meta({ id: 'LandingPage' }),
  }),
  list: defineEndpoint({
    id: 'organizations.list',
    method: 'GET',
    path: '/api/organizations',
    summary: 'Organizations with the number of their people. People who are not administrators see their own',
    access: { permission: 'organizations.view' },
    audit: { none: 'no personal data' },
    data: { shows: ['organizations', 'departments', 'people'] },
    query: z.strictObject({
      ...pageFields,
      sort: sortBy(['name', 'type', 'createdAt', 'userCount']),
      isActive: flag.optional(),
    }),
    response: z.array(organizationView),
    list: true,
    compressed: true,
  }),
  get: defineEndpoint({
    id: 'organizations.get',
    method: 'GET',
    path: '/api/organizations/:id',
    summary: 'One organization; the ETag names its revision',
    access: { permission: 'organizations.view' },
    audit: { none: 'no personal data' },
    data: { shows: ['organizations', 'departments'] },
    params: byId,
    revision: 'answered',
    response: organizationView,
  }),
  people: defineEndpoint({
    id: 'organizations.people',
    method: 'GET',
    path: '/api/organizations/users',
    summary: 'Organization id → its first 50 people by name; userCount of the organization says the rest',
    access: { permission: 'organizations.people' },
    compressed: true,
    audit: {
      none: 'names and roles within the reach of the caller',
      inspected: { action: 'inspection.peopleListed', record: 'users' },
    },
    data: { shows: ['organizations', 'people'] },
    query: z.strictObject({
      /** Returns only these organizations, separated by commas, for the cards on screen. */
      organizationIds: idList.optional(),
      /** The number of people in each. */
      limit: z.coerce.number().int().min(1).max(50).default(50),
    }),
    response: z.record(z.string(), z.array(memberView)),
  }),
  removal: defineEndpoint({
    id: 'organizations.removal',
    method: 'GET',
    path: '/api/organizations/:id/removal',
    summary: 'What Delete would do, and what stays then; training records are counted up to 1,000',
    access: { permission: 'organizations.manage' },
    audit: { none: 'no personal data' },
    data: { shows: ['organizations', 'departments', 'people'] },
    params: byId,
    response: z
      .object({
        outcome: z.enum(['delete', 'archive']),
        users: z.int(),
        activeUsers: z.int(),
        departments: z.int(),
        matrices: z.int(),
        modules: z.int(),
        trainingRecords: z.int(),
        moreTrainingRecords: z.boolean(),
      })
      .meta({ id: 'OrganizationRemoval' }),
  }),
  create: defineEndpoint({
    id: 'organizations.create',
    method: 'POST',
    path: '/api/organizations',
    summary: 'Make an organization; the slug follows from the name unless given',
    access: { permission: 'organizations.manage' },
    tokens: true,
    audit: { command: 'organization.created' },
    data: { changes: ['organizations', 'departments'] },
    body: organizationForm,
    errors: ['DUPLICATE'],
    response: organizationView,
    status: 201,
  }),
  update: defineEndpoint({
    id: 'organizations.update',
    method: 'PATCH',
    path: '/api/organizations/:id',
    summary:
      'Change an organization; isActive archives or restores it; If-Match of an older record answers 409 with both',
    access: { permission: 'organizations.manage' },
    tokens: true,
    audit: { command: 'organization.changed', record: 'organizations' },
    data: { changes: ['organizations'] },
    params: byId,
    body: organizationChange,
    revision: 'compared',
    response: organizationView,
  }),
  remove: defineEndpoint({
    id: 'organizations.remove',
    method: 'DELETE',
    path: '/api/organizations/:id',
    summary: 'Delete an organization without people and records; archive any other',
    access: { permission: 'organizations.manage' },
    audit: { command: 'organization.removed', record: 'organizations' },
    data: { changes: ['organizations', 'departments', 'people'] },
    params: byId,
    response: z
      .object({
        outcome: z.enum(['deleted', 'archived']),
        organization: organizationView.nullable(),
      })
      .meta({ id: 'RemovedOrganization' }),
  }),
  departments: defineEndpoint({
    id: 'departments.list',
    method: 'GET',
    path: '/api/departments',
    summary: 'Departments. People who are not administrators see those of their own organization',
    access: { permission: 'organizations.view' },
    audit: { none: 'no personal data' },
    data: { shows: ['departments'] },
    query: z.strictObject({
      ...pageFields,
      sort: sortBy(['name', 'organization', 'createdAt']),
      organizationId: pathId.optional(),
    }),
    response: z.array(departmentView),
    list: true,
    compressed: true,
  }),
  createDepartment: defineEndpoint({
    id: 'departments.create',
    method: 'POST',
    path: '/api/departments',
    summary: 'Make a department; its name is unique within the organization',
    access: { permission: 'organizations.manage' },
    tokens: true,
    audit: { command: 'department.created' },
    data: { changes: ['departments'] },
    body: departmentForm,
    errors: ['DUPLICATE'],
    response: departmentView,
    status: 201,
  }),
  renameDepartment: defineEndpoint({
    id: 'departments.rename',
    method: 'PUT',
    path: '/api/departments/:id',
    summary: 'Rename a department',
    access: { permission: 'organizations.manage' },
    tokens: true,
    audit: { command: 'department.renamed', record: 'departments' },
    data: { changes: ['departments'] },
    params: byId,
    body: departmentRename,
    revision: 'compared',
    errors: ['DUPLICATE'],
    response: departmentView,
  }),
};
