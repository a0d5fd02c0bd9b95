import type { DomainEvent } from '#server/platform/command/transaction.ts';

/** What an event keeps of an organization before and after a change. */
export interface OrganizationFacts {
  readonly name: string;
  readonly type: string;
  readonly description: string | null;
  readonly slug: string;
  readonly timeZone: string;
  readonly titlePattern: string | null;
  readonly showOnLanding: boolean;
  readonly maxSessionTimeout: number;
  readonly inviteNewAccounts: boolean;
  readonly isActive: boolean;
}

/** An organization was made. */
export interface OrganizationCreated extends DomainEvent {
  readonly type: 'organization.created';
  readonly organizationId: number;
}

/** Fields of an organization changed; archiving and restoring have their own events. */
export interface OrganizationChanged extends DomainEvent {
  readonly type: 'organization.changed';
  readonly organizationId: number;
  readonly before: OrganizationFacts;
  readonly after: OrganizationFacts;
}

/** An organization was archived or restored (ORG-02): nobody of an archived one signs in. */
export interface OrganizationArchived extends DomainEvent {
  readonly type: 'organization.archived' | 'organization.restored';
  readonly organizationId: number;
}

/** An empty organization was deleted. */
export interface OrganizationDeleted extends DomainEvent {
  readonly type: 'organization.deleted';
  readonly organizationId: number;
}

/** A department was made. */
export interface DepartmentCreated extends DomainEvent {
  readonly type: 'department.created';
  readonly departmentId: number;
  readonly organizationId: number;
}

/** A department got another name (ORG-03). */
export interface DepartmentRenamed extends DomainEvent {
  readonly type: 'department.renamed';
  readonly departmentId: number;
  readonly organizationId: number;
  readonly before: string;
  readonly after: string;
}

/** Every event of this area. */
export type OrganizationsEvent =
  | OrganizationCreated
  | OrganizationChanged
  | OrganizationArchived
  | OrganizationDeleted
  | DepartmentCreated
  | DepartmentRenamed;

/** Raises an event of this area with its type checked. */
export const organizationsEvent = (event: OrganizationsEvent): OrganizationsEvent => event;
