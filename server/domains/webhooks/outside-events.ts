import type { DomainEvent } from '#server/platform/command/transaction.ts';
import type { WebhookEvent } from '#shared/domain/webhooks/events.ts';

/** The data of webhooks about an event. */
export interface OutsideEvent {
  readonly event: WebhookEvent;
  /** Ids and codes; the payload has in addition the items of the list that belong to the webhook's organization. */
  readonly data: Readonly<Record<string, unknown>>;
  /**
   * The people of the event. A webhook of one organization receives only events of its own people. Absent if the event concerns
   * nobody.
   */
  readonly about?:
    | { readonly people: readonly string[]; readonly listed: null | 'userIds' }
    | { readonly assignments: readonly number[]; readonly listed: 'assignmentIds' };
  /** Further organizations that receive it, such as the organization that a person has left. */
  readonly organizationIds?: readonly (number | null)[];
  /** The module that it is about: one of a single organization concerns no other. */
  readonly moduleId?: number;
}

const one = (userId: string): OutsideEvent['about'] => ({ people: [userId], listed: null });

type Outline<Name extends WebhookEvent> = (
  event: Extract<DomainEvent, { readonly type: Name }>,
) => readonly Omit<OutsideEvent, 'event'>[];

/** Fields of a person whose change is named, never with its value. */
const told = ['role', 'organizationId', 'departmentId', 'managerId', 'jobTitle', 'isActive'] as const;
const personal = ['email', 'firstName', 'lastName'] as const;

/** The content of each event outside the product (OPS-06): the only place that decides it. */
const outlines: { readonly [Name in WebhookEvent]: Outline<Name> } = {
  'user.created': ({ userId }) => [{ data: { userId }, about: one(userId) }],
  'user.changed': ({ userId, before, after }) => {
    const changed = [...told, ...personal].filter((field) => before[field] !== after[field]);
    if (changed.length === 0) return [];
    return [
      {
        data: { userId, isActive: after.isActive, changed },
        about: one(userId),
        organizationIds: [before.organizationId],
      },
    ];
  },
  'user.deactivated': ({ userId }) => [{ data: { userId }, about: one(userId) }],
  'user.erased': ({ userId }) => [{ data: { userId }, about: one(userId) }],
  'people.imported': ({ created, changed }) =>
    [
      { change: 'created', people: created },
      { change: 'changed', people: changed },
    ].map(({ change, people }) => ({ data: { change }, about: { people, listed: 'userIds' as const } })),
  'account.locked': ({ userId }) => [{ data: { userId }, about: one(userId) }],
  'organization.archived': ({ organizationId }) => [
    { data: { organizationId }, organizationIds: [organizationId] },
  ],
  'module.published': ({ moduleId, versionId, versionNumber, previousVersionId }) => [
    { data: { moduleId, versionId, versionNumber, previousVersionId }, moduleId },
  ],
  'module.retired': ({ moduleId, openAssignments }) => [{ data: { moduleId, openAssignments }, moduleId }],
  'assignment.assigned': ({ userIds, moduleId, matrixId }) => [
    { data: { moduleId, matrixId }, about: { people: userIds, listed: 'userIds' } },
  ],
  'assignment.completed': ({ userId, assignmentId, recordId, moduleId, kind, expiresOn }) => [
    { data: { userId, assignmentId, recordId, moduleId, kind, expiresOn }, about: one(userId) },
  ],
  'assignment.voided': ({ assignmentIds, code }) => [
    { data: { code }, about: { assignments: assignmentIds, listed: 'assignmentIds' } },
  ],
};

/** Returns the data of webhooks about an event of the product; nothing if other systems do not need it. */
export function outsideEvents(event: DomainEvent): readonly OutsideEvent[] {
  if (!(event.type in outlines)) return [];
  const name = event.type as WebhookEvent;
  // The table has for each name the outline of that event.
  const outline = outlines[name] as (event: DomainEvent) => readonly Omit<OutsideEvent, 'event'>[];
  return outline(event).map((part) => ({ event: name, ...part }));
}
