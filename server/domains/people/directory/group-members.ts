import { AppError } from '#shared/contract/errors.ts';
import { oneLine, plainLine } from '#shared/domain/text/plain-line.ts';
import { readFilter } from './read-filter.ts';
import type { Member } from './groups.queries.ts';
import { readOperation, type Operation } from './tidy.ts';

/** A change of the members of a group. */
export type MemberChange =
  | { readonly kind: 'add'; readonly members: readonly Member[] }
  | { readonly kind: 'replace'; readonly members: readonly Member[] }
  | { readonly kind: 'remove'; readonly references: readonly string[] };

/** What a directory wants to change of a group. */
export interface GroupChange {
  readonly displayName?: string;
  /** Null: none any more. */
  readonly externalId?: string | null;
  readonly members: readonly MemberChange[];
}

const longest = 200;

const refused = (name: string): AppError =>
  new AppError('VALIDATION_FAILED', { reason: 'directory_value', params: { name } });
const unsupported = (scimType: string): AppError =>
  new AppError('VALIDATION_FAILED', { reason: 'directory_patch', extra: { scimType } });

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of an attribute, whatever the case of its name. */
const valueOf = (fields: Fields, name: string): unknown =>
  Object.entries(fields).find(([key]) => key.toLowerCase() === name)?.[1];

function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.length > longest) throw refused(name);
  return value.trim();
}

/** One member as a directory names it: an object, or the text of its reference. `display` is also written `displayName`. */
function memberOf(sent: unknown): Member {
  const fields: Fields = isFields(sent) ? sent : { value: sent };
  const value = textOf(valueOf(fields, 'value'), 'members.value');
  if (value === '') throw refused('members.value');
  const display = valueOf(fields, 'display') ?? valueOf(fields, 'displayname');
  return {
    value,
    display: display === undefined || display === null ? null : textOf(display, 'members.display'),
  };
}

const membersOf = (sent: unknown): readonly Member[] =>
  (Array.isArray(sent) ? sent : [sent]).filter((item) => item !== null && item !== undefined).map(memberOf);

/** Reads a whole group that a directory sent. VALIDATION_FAILED without a name, or with a value of the wrong form. */
export function readGroup(sent: Fields): Required<GroupChange> & { readonly displayName: string } {
  const name = valueOf(sent, 'displayname');
  if (name === undefined || name === null || name === '')
    throw new AppError('VALIDATION_FAILED', { reason: 'directory_group_name_needed' });
  const displayName = textOf(name, 'displayName');
  if (!oneLine.test(displayName)) throw refused('displayName');
  if (plainLine(displayName) === '')
    throw new AppError('VALIDATION_FAILED', { reason: 'directory_group_name_needed' });
  return {
    displayName,
    externalId: externalIdOf(valueOf(sent, 'externalid')),
    members: [{ kind: 'replace', members: membersOf(valueOf(sent, 'members')) }],
  };
}

const externalIdOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : textOf(value, 'externalId');

/**
 * Reads the operations of a PATCH of a group (RFC 7644 §3.5.2), in their order. A group has three attributes, and large ones get a
 * change for each member: nothing is loaded for it. VALIDATION_FAILED for an operation that cannot be carried out.
 */
export function readGroupPatch(operations: readonly unknown[]): GroupChange {
  return operations.reduce<GroupChange>(
    (change, sent) => {
      const operation = readOperation(sent);
      if (operation.path !== undefined) return withAttribute(change, operation.path, operation);
      if (operation.op === 'remove' || !isFields(operation.value)) throw unsupported('noTarget');
      return Object.entries(operation.value)
        .filter(([name]) => !['id', 'schemas', 'meta'].includes(name.toLowerCase()))
        .reduce((all, [name, value]) => withAttribute(all, name, { ...operation, value }), change);
    },
    { members: [] },
  );
}

function withAttribute(change: GroupChange, path: string, { op, value }: Operation): GroupChange {
  const name = path.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:group:/, '');
  if (name === 'displayname') {
    if (op === 'remove') throw unsupported('mutability');
    return { ...change, displayName: readGroup({ displayname: value }).displayName };
  }
  if (name === 'externalid') return { ...change, externalId: op === 'remove' ? null : externalIdOf(value) };
  if (name === 'members') return { ...change, members: [...change.members, memberChange(op, value)] };
  if (name.startsWith('members[') && op === 'remove')
    return { ...change, members: [...change.members, { kind: 'remove', references: namedIn(path) }] };
  throw unsupported('invalidPath');
}

function memberChange(op: string, value: unknown): MemberChange {
  if (op === 'add') return { kind: 'add', members: membersOf(value) };
  if (op === 'replace') return { kind: 'replace', members: membersOf(value) };
  // Without a value, all of them.
  if (value === undefined || value === null) return { kind: 'replace', members: [] };
  return { kind: 'remove', references: membersOf(value).map((member) => member.value) };
}

/** The members that `members[value eq "…"]` names. */
function namedIn(path: string): readonly string[] {
  const filter = /^members\[(.+)\]$/i.exec(path)?.[1];
  if (filter === undefined) throw unsupported('invalidPath');
  return readFilter(filter).map((parts) => {
    const [[name, comparison] = [], second] = Object.entries(parts);
    const [operator, value] = (Array.isArray(comparison) ? comparison : []) as readonly unknown[];
    if (
      name?.toLowerCase() !== 'value' ||
      second !== undefined ||
      operator !== 'eq' ||
      typeof value !== 'string'
    )
      throw unsupported('invalidFilter');
    return value;
  });
}
