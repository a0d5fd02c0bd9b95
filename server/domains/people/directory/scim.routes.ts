import type { Reach } from '#shared/domain/access/permissions.ts';
import { AppError } from '#shared/contract/errors.ts';
import { SCIM_PAGE_MAX, scimContract, scimGroupsContract, scimUsersContract } from '#shared/contract/scim.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { expectedRevision, refuseStale } from '#server/platform/http/if-match.ts';
import { createGroup, changeGroup, deleteGroup } from './commands/change-group.ts';
import { changeDirectoryPerson } from './commands/change-person.ts';
import { createDirectoryPerson } from './commands/create-person.ts';
import { removeDirectoryPerson } from './commands/remove-person.ts';
import { readGroup, readGroupPatch } from './group-members.ts';
import { findManagedGroup, groupResource, listManagedGroups, type ManagedGroup } from './groups.queries.ts';
import {
  etagOf,
  findManagedPerson,
  listManagedPeople,
  managedPerson,
  personResource,
  type ManagedPerson,
} from './people.queries.ts';
import { describedSchemas, patchScimUser, readScimUser, urns } from './scim-schemas.ts';
import { shownAttributes } from './shown-attributes.ts';

const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** The address of the protocol, as resources name themselves. */
const baseOf = ({ services }: RequestContext): string => new URL('/scim/v2', services.config.publicUrl).href;

type Resource = Record<string, unknown> & { readonly schemas: string[] };

const listOf = (resources: readonly Resource[], total: number, startIndex: number) => ({
  schemas: [listSchema],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: [...resources],
});

const all = (resources: readonly Resource[]) => listOf(resources, resources.length, 1);

function features(base: string): Resource {
  const off = { supported: false };
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { ...off, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: SCIM_PAGE_MAX },
    changePassword: off,
    sort: off,
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'API token',
        description: 'An API token with the permission to manage people from a company directory.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

function kinds(base: string): readonly Resource[] {
  const kind = (name: string, endpoint: string, schema: string, extensions: readonly string[]): Resource => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint,
    description: name === 'User' ? 'User Account' : 'Group',
    schema,
    ...(extensions.length > 0
      ? { schemaExtensions: extensions.map((extension) => ({ schema: extension, required: false })) }
      : {}),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  });
  return [kind('User', '/Users', urns.user, [urns.enterprise]), kind('Group', '/Groups', urns.group, [])];
}

const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new AppError('NOT_FOUND');
  return value;
};

/** Refuses a change of an older resource: SCIM answers 412. */
function checkVersion(ctx: RequestContext, version: string | number): void {
  refuseStale(expectedRevision(ctx), { revision: Number(version) }, () => ({
    current: undefined,
    submitted: undefined,
  }));
}

async function answerPerson(
  ctx: RequestContext,
  userId: string,
  shown: Parameters<typeof shownAttributes>[1] = {},
) {
  return showPerson(ctx, found(await findManagedPerson(ctx.db, ctx.reach, userId)), shown);
}

function showPerson(
  ctx: RequestContext,
  person: ManagedPerson,
  shown: Parameters<typeof shownAttributes>[1] = {},
) {
  ctx.reply.header('etag', etagOf(person.version));
  return shownAttributes(personResource(person, baseOf(ctx)), shown);
}

async function answerGroup(
  ctx: RequestContext,
  id: number,
  shown: Parameters<typeof shownAttributes>[1] = {},
) {
  const group = found(await findManagedGroup(ctx.db, ctx.reach, id, wantsMembers(shown)));
  ctx.reply.header('etag', etagOf(group.revision));
  return shownAttributes(groupResource(group, baseOf(ctx)), shown);
}

/** Directories leave members out on purpose: a group may have thousands. */
function wantsMembers({ attributes, excludedAttributes }: Parameters<typeof shownAttributes>[1]): boolean {
  if (attributes !== undefined) return /\bmembers\b/i.test(attributes);
  return !/(?:^|,)\s*members\s*(?:,|$)/i.test(excludedAttributes ?? '');
}

const personCheck = (ctx: RequestContext) => (stored: ManagedPerson) => checkVersion(ctx, stored.version);
const groupCheck = (ctx: RequestContext) => (stored: ManagedGroup) => checkVersion(ctx, stored.revision);

/** What a command about a person is recorded with: the organization of the token. */
const organizationOf = ({ organizationIds }: Reach): { readonly organizationId: number | null } => ({
  organizationId: organizationIds[0] ?? null,
});

const protocol: readonly Binding[] = [
  bind(scimContract.features, async (ctx) => features(baseOf(ctx))),
  bind(scimContract.resourceTypes, async (ctx) => all(kinds(baseOf(ctx)))),
  bind(scimContract.resourceType, async (ctx, { params: { name } }) =>
    found(kinds(baseOf(ctx)).find((kind) => kind['name'] === name)),
  ),
  bind(scimContract.schemas, async (ctx) => all(describedSchemas(baseOf(ctx)) as readonly Resource[])),
  bind(scimContract.schema, async (ctx, { params: { urn } }) =>
    found((describedSchemas(baseOf(ctx)) as readonly Resource[]).find((schema) => schema['id'] === urn)),
  ),
];

const users: readonly Binding[] = [
  bind(scimUsersContract.list, async (ctx, { query }) => {
    const { people, total } = await listManagedPeople(ctx.db, ctx.reach, query);
    const base = baseOf(ctx);
    return listOf(
      people.map((person) => shownAttributes(personResource(person, base), query)),
      total,
      query.startIndex,
    );
  }),
  bind(scimUsersContract.get, (ctx, { params: { userId }, query }) => answerPerson(ctx, userId, query)),
  bind(scimUsersContract.create, async (ctx, { body }) => {
    const user = readScimUser(body);
    let created = '';
    let answer: ManagedPerson | undefined;
    const id = await ctx.command(
      async (tx) => {
        created = await createDirectoryPerson(tx, ctx.reach, user);
        return created;
      },
      {
        ...organizationOf(ctx.reach),
        answer: {
          statement: () => managedPerson(ctx.reach, created),
          take: (row) => {
            const one = row as ManagedPerson | { readonly id: null } | undefined;
            answer = one?.id == null ? undefined : one;
          },
        },
      },
    );
    ctx.reply.header('location', `${baseOf(ctx)}/Users/${id}`);
    return answer ? showPerson(ctx, answer) : answerPerson(ctx, id);
  }),
  bind(scimUsersContract.replace, async (ctx, { params: { userId }, body }) => {
    const user = readScimUser(body);
    await ctx.command((tx) => changeDirectoryPerson(tx, ctx.reach, userId, personCheck(ctx), () => user));
    return answerPerson(ctx, userId);
  }),
  bind(scimUsersContract.patch, async (ctx, { params: { userId }, body }) => {
    await ctx.command((tx) =>
      changeDirectoryPerson(tx, ctx.reach, userId, personCheck(ctx), (now) =>
        patchScimUser(now, body.Operations),
      ),
    );
    return undefined;
  }),
  bind(scimUsersContract.remove, async (ctx, { params: { userId } }) => {
    await ctx.command((tx) => removeDirectoryPerson(tx, ctx.reach, userId, personCheck(ctx)));
    return undefined;
  }),
];

const groups: readonly Binding[] = [
  bind(scimGroupsContract.list, async (ctx, { query }) => {
    const page = { ...query, withMembers: wantsMembers(query) };
    const { groups: rows, total } = await listManagedGroups(ctx.db, ctx.reach, page);
    const base = baseOf(ctx);
    return listOf(
      rows.map((group) => shownAttributes(groupResource(group, base), query)),
      total,
      query.startIndex,
    );
  }),
  bind(scimGroupsContract.get, (ctx, { params: { id }, query }) => answerGroup(ctx, id, query)),
  bind(scimGroupsContract.create, async (ctx, { body }) => {
    const group = readGroup(body);
    const id = await ctx.command((tx) => createGroup(tx, ctx.reach, group), organizationOf(ctx.reach));
    ctx.reply.header('location', `${baseOf(ctx)}/Groups/${String(id)}`);
    return answerGroup(ctx, id);
  }),
  bind(scimGroupsContract.replace, async (ctx, { params: { id }, body }) => {
    const group = readGroup(body);
    await ctx.command((tx) => changeGroup(tx, ctx.reach, id, groupCheck(ctx), group));
    return answerGroup(ctx, id);
  }),
  bind(scimGroupsContract.patch, async (ctx, { params: { id }, body }) => {
    const change = readGroupPatch(body.Operations);
    await ctx.command((tx) => changeGroup(tx, ctx.reach, id, groupCheck(ctx), change));
    return undefined;
  }),
  bind(scimGroupsContract.remove, async (ctx, { params: { id } }) => {
    await ctx.command((tx) => deleteGroup(tx, ctx.reach, id, groupCheck(ctx)));
    return undefined;
  }),
];

/** Serves SCIM 2.0 (OPS-06, RFC 7644): company directories create, change and deactivate people. */
export const scimRoutes: readonly Binding[] = [...protocol, ...users, ...groups];
