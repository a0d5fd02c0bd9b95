import { z } from 'zod';
import {
  instant,
  line,
  organizationName,
  pagingFields,
  pathId,
  reason,
  recordId,
} from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { directoryRoles } from '#shared/domain/people/directory-roles.ts';

const managers = { permission: 'tokens.manage' } as const;
const role = z.enum(directoryRoles).meta({ id: 'DirectoryRole' });

const group = z
  .object({
    id: z.int(),
    name: z.string(),
    /** The organization of the token that sends the group; null: all. */
    organization: organizationName.nullable(),
    /** Members that have an account, and those whom the directory has not sent yet. */
    members: z.int(),
    unknownMembers: z.int(),
    /** The role of its members; null: the group changes nothing. */
    role: role.nullable(),
    updatedAt: instant,
    revision: z.int(),
  })
  .meta({ id: 'DirectoryGroup' });

/** Groups of a company directory, and the roles that administrators let them give (OPS-06). */
export const directoryContract = {
  groups: defineEndpoint({
    id: 'directory.groups',
    method: 'GET',
    path: '/api/directory/groups',
    summary: 'Groups of the company directory, those with a role first, then by name',
    access: managers,
    audit: { none: 'names and numbers' },
    data: { shows: ['directoryGroups', 'organizations'] },
    query: z.strictObject({ ...pagingFields, q: line(200).optional() }),
    list: true,
    compressed: true,
    response: z.array(group),
  }),
  setRole: defineEndpoint({
    id: 'directory.setRole',
    method: 'PUT',
    path: '/api/directory/groups/:id/role',
    summary: 'Choose the role of the members of a group',
    access: managers,
    stepUp: true,
    audit: { command: 'directory.roleSet', record: 'directory_groups' },
    data: { changes: ['directoryGroups', 'people'] },
    params: z.strictObject({ id: pathId }),
    body: z.strictObject({ role: role.nullable(), reason }).meta({ id: 'DirectoryRoleForm' }),
    response: recordId,
    revision: 'compared',
  }),
};
