import { z } from 'zod';
import { pathId, userId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

const directory = { permission: 'people.provision' } as const;
const protocol = { scim: true, tokens: 'only', access: directory } as const;
const unseen = { none: 'directories send it, never the page' } as const;
const unrecorded = { none: 'a directory reads what it sent' } as const;
const resourceErrors = ['DUPLICATE'] as const;

/** A resource as RFC 7643 describes it; `GET /scim/v2/Schemas` has its attributes. */
const resource = z
  .looseObject({ schemas: z.array(z.string()), id: z.string().optional() })
  .meta({ id: 'ScimResource' });
const resourceSent = z.record(z.string(), z.unknown()).meta({ id: 'ScimResourceSent' });
const patchSent = z
  .looseObject({ Operations: z.array(z.unknown()).min(1).max(1000) })
  .meta({ id: 'ScimPatch' });
const list = z
  .object({
    schemas: z.array(z.string()),
    totalResults: z.int(),
    startIndex: z.int(),
    itemsPerPage: z.int(),
    Resources: z.array(resource),
  })
  .meta({ id: 'ScimList' });

/** The largest number of resources in one answer. */
export const SCIM_PAGE_MAX = 500;
const pageDefault = 100;

const attributeNames = z.string().max(2000);
const shown = { attributes: attributeNames.optional(), excludedAttributes: attributeNames.optional() };
const oneQuery = z.object(shown);
const whole = z.coerce.number().int().max(100_000_000);
const listQuery = z.object({
  ...shown,
  filter: z.string().max(1000).optional(),
  startIndex: whole.default(1).transform((index) => Math.max(1, index)),
  count: whole.default(pageDefault).transform((count) => Math.min(SCIM_PAGE_MAX, Math.max(0, count))),
});

const onePerson = z.strictObject({ userId });
const oneGroup = z.strictObject({ id: pathId });
/** Enough for a group of 20,000 members. */
const groupLimit = 4 * 1024 * 1024;

/** What the protocol itself offers: features, kinds of resources, attributes (RFC 7644 §4). */
export const scimContract = {
  features: defineEndpoint({
    ...protocol,
    id: 'scim.features',
    method: 'GET',
    path: '/scim/v2/ServiceProviderConfig',
    summary: 'The features of SCIM that this server has',
    audit: unrecorded,
    data: unseen,
    response: z.looseObject({ schemas: z.array(z.string()) }).meta({ id: 'ScimFeatures' }),
  }),
  resourceTypes: defineEndpoint({
    ...protocol,
    id: 'scim.resourceTypes',
    method: 'GET',
    path: '/scim/v2/ResourceTypes',
    summary: 'The kinds of resources: users and groups',
    audit: unrecorded,
    data: unseen,
    response: list,
  }),
  resourceType: defineEndpoint({
    ...protocol,
    id: 'scim.resourceType',
    method: 'GET',
    path: '/scim/v2/ResourceTypes/:name',
    summary: 'One kind of resource',
    audit: unrecorded,
    data: unseen,
    params: z.strictObject({ name: z.string().max(50) }),
    response: resource,
  }),
  schemas: defineEndpoint({
    ...protocol,
    id: 'scim.schemas',
    method: 'GET',
    path: '/scim/v2/Schemas',
    summary: 'The attributes of users and groups',
    audit: unrecorded,
    data: unseen,
    response: list,
  }),
  schema: defineEndpoint({
    ...protocol,
    id: 'scim.schema',
    method: 'GET',
    path: '/scim/v2/Schemas/:urn',
    summary: 'The attributes of one schema',
    audit: unrecorded,
    data: unseen,
    params: z.strictObject({ urn: z.string().max(200) }),
    response: resource,
  }),
};

/** People of a company directory (OPS-06, RFC 7643 §4.1). Only those that the directory manages are found. */
export const scimUsersContract = {
  list: defineEndpoint({
    ...protocol,
    id: 'scimUsers.list',
    method: 'GET',
    path: '/scim/v2/Users',
    summary: 'People that the directory manages, by pages and filter',
    audit: unrecorded,
    data: unseen,
    query: listQuery,
    response: list,
  }),
  get: defineEndpoint({
    ...protocol,
    id: 'scimUsers.get',
    method: 'GET',
    path: '/scim/v2/Users/:userId',
    summary: 'One person that the directory manages',
    audit: unrecorded,
    data: unseen,
    params: onePerson,
    query: oneQuery,
    response: resource,
    revision: 'answered',
  }),
  create: defineEndpoint({
    ...protocol,
    id: 'scimUsers.create',
    method: 'POST',
    path: '/scim/v2/Users',
    summary: 'Create a person, or take over the account with the same email',
    audit: { command: 'directory.personCreated' },
    data: unseen,
    body: resourceSent,
    status: 201,
    response: resource,
    revision: 'answered',
    errors: resourceErrors,
  }),
  replace: defineEndpoint({
    ...protocol,
    id: 'scimUsers.replace',
    method: 'PUT',
    path: '/scim/v2/Users/:userId',
    summary: 'Replace what the directory says about a person',
    audit: { command: 'directory.personChanged', record: 'users' },
    data: unseen,
    params: onePerson,
    body: resourceSent,
    response: resource,
    revision: 'compared',
    errors: resourceErrors,
  }),
  patch: defineEndpoint({
    ...protocol,
    id: 'scimUsers.patch',
    method: 'PATCH',
    path: '/scim/v2/Users/:userId',
    summary: 'Change what the directory says about a person',
    audit: { command: 'directory.personChanged', record: 'users' },
    data: unseen,
    params: onePerson,
    body: patchSent,
    status: 204,
    response: z.undefined(),
    revision: 'compared',
    errors: resourceErrors,
  }),
  remove: defineEndpoint({
    ...protocol,
    id: 'scimUsers.remove',
    method: 'DELETE',
    path: '/scim/v2/Users/:userId',
    summary: 'Deactivate a person; the directory no longer manages the account, and all records stay',
    audit: { command: 'directory.personRemoved', record: 'users' },
    data: unseen,
    params: onePerson,
    status: 204,
    response: z.undefined(),
    revision: 'compared',
  }),
};

/** Groups of a company directory (OPS-06, RFC 7643 §4.2): administrators choose which of them give a role. */
export const scimGroupsContract = {
  list: defineEndpoint({
    ...protocol,
    id: 'scimGroups.list',
    method: 'GET',
    path: '/scim/v2/Groups',
    summary: 'Groups of the directory, by pages and filter',
    audit: unrecorded,
    data: unseen,
    query: listQuery,
    response: list,
  }),
  get: defineEndpoint({
    ...protocol,
    id: 'scimGroups.get',
    method: 'GET',
    path: '/scim/v2/Groups/:id',
    summary: 'One group of the directory',
    audit: unrecorded,
    data: unseen,
    params: oneGroup,
    query: oneQuery,
    response: resource,
    revision: 'answered',
  }),
  create: defineEndpoint({
    ...protocol,
    id: 'scimGroups.create',
    method: 'POST',
    path: '/scim/v2/Groups',
    summary: 'Create a group',
    audit: { command: 'directory.groupCreated' },
    data: unseen,
    body: resourceSent,
    bodyLimit: groupLimit,
    status: 201,
    response: resource,
    revision: 'answered',
  }),
  replace: defineEndpoint({
    ...protocol,
    id: 'scimGroups.replace',
    method: 'PUT',
    path: '/scim/v2/Groups/:id',
    summary: 'Replace a group and its members',
    audit: { command: 'directory.groupChanged', record: 'directory_groups' },
    data: unseen,
    params: oneGroup,
    body: resourceSent,
    bodyLimit: groupLimit,
    response: resource,
    revision: 'compared',
  }),
  patch: defineEndpoint({
    ...protocol,
    id: 'scimGroups.patch',
    method: 'PATCH',
    path: '/scim/v2/Groups/:id',
    summary: 'Change a group or its members',
    audit: { command: 'directory.groupChanged', record: 'directory_groups' },
    data: unseen,
    params: oneGroup,
    body: patchSent,
    bodyLimit: groupLimit,
    status: 204,
    response: z.undefined(),
    revision: 'compared',
  }),
  remove: defineEndpoint({
    ...protocol,
    id: 'scimGroups.remove',
    method: 'DELETE',
    path: '/scim/v2/Groups/:id',
    summary: 'Delete a group; roles that it gave end',
    audit: { command: 'directory.groupDeleted', record: 'directory_groups' },
    data: unseen,
    params: oneGroup,
    status: 204,
    response: z.undefined(),
    revision: 'compared',
  }),
};
