import SCIMMY from 'scimmy';
import { AppError } from '#shared/contract/errors.ts';
import { oneLine, plainLine } from '#shared/domain/text/plain-line.ts';
import type { DirectoryEmail } from '#shared/domain/people/directory-person.ts';
import { singleOperations, tidyOperation, tidyResource, type SentOperation } from './tidy.ts';

const { Schemas, Resources, Messages } = SCIMMY;

Resources.declare(Resources.User.extend(Schemas.EnterpriseUser, false));
Resources.declare(Resources.Group);

// Directories send types that the RFC only proposes, such as `Business`.
for (const name of ['emails', 'phoneNumbers', 'addresses', 'ims']) acceptTypes(`${name}.type`);

function acceptTypes(path: string): void {
  const { config } = Schemas.User.definition.attribute(path) as unknown as {
    config: { canonicalValues: unknown };
  };
  config.canonicalValues = false;
}

/** The schemas of resources (RFC 7643 §4). */
export const urns = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
} as const;

/** What a directory says about a person's place (RFC 7643 §4.3). */
interface Enterprise {
  readonly department?: string;
  readonly organization?: string;
  readonly manager?: { readonly value?: string };
}

/** A person as a directory describes them, with the names of RFC 7643. Attributes that TrainTrail does not use are kept. */
export interface ScimUser {
  readonly userName: string;
  readonly externalId?: string;
  readonly active?: boolean;
  readonly title?: string;
  readonly displayName?: string;
  readonly name?: { readonly givenName?: string; readonly familyName?: string; readonly formatted?: string };
  readonly emails?: readonly DirectoryEmail[];
  readonly [urns.enterprise]?: Enterprise;
  readonly [attribute: string]: unknown;
}

/** What is never kept: what the server says itself, and secrets. */
const neverKept = ['schemas', 'id', 'meta', 'groups', 'password', 'photos', 'x509Certificates'];

function plain(user: object): ScimUser {
  const copy = JSON.parse(JSON.stringify(user)) as Record<string, unknown>;
  for (const name of neverKept) Reflect.deleteProperty(copy, name);
  return copy as unknown as ScimUser;
}

/** The attribute that the library names in its refusals. */
const namedAttribute = /attribute '([\w$.-]+)'/i;

/** Turns what the library refuses into our own error; everything else stays what it is. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const scimType = 'scimType' in error ? String(error.scimType) : undefined;
  if (scimType === undefined && !(error instanceof TypeError)) return error;
  const name = namedAttribute.exec(error.message)?.[1];
  if (name?.toLowerCase() === 'username' && /missing/i.test(error.message))
    return new AppError('VALIDATION_FAILED', { reason: 'directory_user_name_needed' });
  if (scimType !== undefined && scimType !== 'invalidValue')
    return new AppError('VALIDATION_FAILED', { reason: 'directory_patch', extra: { scimType } });
  return new AppError('VALIDATION_FAILED', { reason: 'directory_value', params: { name: name ?? 'body' } });
}

/** Reads a person that a directory sent. VALIDATION_FAILED without a userName, or with a value of the wrong form. */
export function readScimUser(sent: Readonly<Record<string, unknown>>): ScimUser {
  try {
    const user = plain(new Schemas.User(tidyResource(sent), 'in'));
    requireFit(user);
    return user;
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Operations in one PATCH of a person, and items in one list: each is applied to the whole person. */
const most = 100;

function requireFit(user: ScimUser): void {
  if (plainLine(user.userName) === '')
    throw new AppError('VALIDATION_FAILED', { reason: 'directory_user_name_needed' });
  if (!oneLine.test(user.userName))
    throw new AppError('VALIDATION_FAILED', { reason: 'directory_value', params: { name: 'userName' } });
  const long = Object.entries(user).find(([, value]) => Array.isArray(value) && value.length > most);
  if (long) throw new AppError('VALIDATION_FAILED', { reason: 'directory_value', params: { name: long[0] } });
}

/**
 * Applies the operations of a PATCH to a person, one after another (RFC 7644 §3.5.2). VALIDATION_FAILED for an operation that cannot be
 * carried out, or too many of them.
 */
export async function patchScimUser(user: ScimUser, operations: readonly unknown[]): Promise<ScimUser> {
  const singles = singleOperations(operations);
  if (singles.length > most) throw new AppError('VALIDATION_FAILED', { reason: 'directory_patch' });
  let patched = user;
  for (const single of singles) {
    const operation = tidyOperation(patched, single);
    if (operation) patched = await patchOnce(patched, operation);
  }
  return patched;
}

async function patchOnce(user: ScimUser, operation: SentOperation): Promise<ScimUser> {
  try {
    const target = new Schemas.User(user, 'in');
    const patch = new Messages.PatchOp({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [operation],
    });
    // The library answers nothing if the operation changes nothing.
    const patched = plain((await patch.apply(target)) ?? target);
    requireFit(patched);
    return patched;
  } catch (error) {
    throw refusalOf(error);
  }
}

/** An attribute of people by a name as a filter or a list of attributes writes it; null if there is none. */
export interface KnownAttribute {
  /** The schema of the attribute if it is not the main one. */
  readonly urn: string | null;
  readonly path: readonly string[];
  readonly multiValued: boolean;
  readonly hasParts: boolean;
}

interface Described {
  readonly name: string;
  readonly type: string;
  readonly config: { readonly multiValued: boolean };
  readonly attribute?: unknown;
}

function describe(definition: { attribute(path: string): unknown }, path: string): Described | null {
  try {
    return definition.attribute(path) as Described;
  } catch {
    return null;
  }
}

/** Finds an attribute of people, whatever the case of its name. */
export function findAttribute(written: string): KnownAttribute | null {
  const lower = written.toLowerCase();
  const inUrn = Object.values(urns).find((urn) => lower.startsWith(`${urn.toLowerCase()}:`));
  const urn = inUrn === urns.enterprise ? inUrn : null;
  const names = (inUrn ? written.slice(inUrn.length + 1) : written).split('.');
  // `manager` and `department` are also written without their schema.
  if (inUrn === undefined && !describe(Schemas.User.definition, names[0] ?? ''))
    return describe(Schemas.EnterpriseUser.definition, names[0] ?? '')
      ? findAttribute(`${urns.enterprise}:${written}`)
      : null;
  const definition = urn ? Schemas.EnterpriseUser.definition : Schemas.User.definition;
  const first = describe(definition, names[0] ?? '');
  if (!first || names.length > 2) return null;
  const second = names[1] === undefined ? null : describe(definition, `${first.name}.${names[1]}`);
  if (names[1] !== undefined && !second) return null;
  return {
    urn,
    path: second ? [first.name, second.name] : [first.name],
    multiValued: first.config.multiValued,
    hasParts: first.type === 'complex',
  };
}

/** The descriptions of the schemas, with their addresses below `base`. */
export const describedSchemas = (base: string): readonly Readonly<Record<string, unknown>>[] =>
  [Schemas.User, Schemas.Group, Schemas.EnterpriseUser].map(
    ({ definition }) => definition.describe(`${base}/Schemas`) as Record<string, unknown>,
  );
