import type { Role } from '#shared/domain/access/permissions.ts';
import type { DomainEvent } from '#server/platform/command/transaction.ts';

/** What an event keeps of a person before and after a change. */
export interface PersonFacts {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly role: Role;
  readonly organizationId: number | null;
  readonly departmentId: number | null;
  readonly managerId: string | null;
  readonly jobTitle: string | null;
  readonly isActive: boolean;
}

/** The facts of a person's row that events carry. */
export function factsOf(person: PersonFacts): PersonFacts {
  const { email, firstName, lastName, role, organizationId, departmentId, managerId, jobTitle, isActive } =
    person;
  return { email, firstName, lastName, role, organizationId, departmentId, managerId, jobTitle, isActive };
}

/** A person was created (USR-02): the rules of MTX-06 hold for the new person. */
export interface UserCreated extends DomainEvent {
  readonly type: 'user.created';
  readonly userId: string;
  readonly after: PersonFacts;
}

/** An administrator changed a person (USR-02): the rules of MTX-06 follow, in both directions. */
export interface UserChanged extends DomainEvent {
  readonly type: 'user.changed';
  readonly userId: string;
  readonly before: PersonFacts;
  readonly after: PersonFacts;
}

/**
 * A person changed the own job title (AUTH-16). A job title changed this way never takes a training away (T5);
 * that is why it is no `user.changed`.
 */
export interface UserProfileChanged extends DomainEvent {
  readonly type: 'user.profile_changed';
  readonly userId: string;
  readonly before: PersonFacts;
  readonly after: PersonFacts;
}

/** Another printed name was requested by its owner, or declined (AUTH-16). */
export interface UserNameRequest extends DomainEvent {
  readonly type: 'user.name_requested' | 'user.name_declined';
  readonly userId: string;
}

/** The printed name of a person was changed by hr or an administrator, or a request of it approved (AUTH-16). */
export interface UserNameChanged extends DomainEvent {
  readonly type: 'user.name_changed';
  readonly userId: string;
  readonly before: PersonFacts;
  readonly after: PersonFacts;
}

/** A person was switched off or on; raised beside `user.changed`. */
export interface UserActivity extends DomainEvent {
  readonly type: 'user.deactivated' | 'user.reactivated';
  readonly userId: string;
}

/** A person confirmed a new email (AUTH-16). */
export interface UserEmailChanged extends DomainEvent {
  readonly type: 'user.email_changed';
  readonly userId: string;
}

/** An account with a password that its owner has to replace was created: the owner is invited (NOT-06). */
export interface UserInvited extends DomainEvent {
  readonly type: 'user.invited';
  readonly userId: string;
}

/** The own settings changed (SET-02). */
export interface UserSettingsChanged extends DomainEvent {
  readonly type: 'user.settings_changed';
  readonly userId: string;
  readonly keys: readonly string[];
}

/** A grant was given or taken back (AUTH-14). */
export interface UserGrantChanged extends DomainEvent {
  readonly type: 'user.granted' | 'user.grant_revoked';
  readonly userId: string;
  readonly grantId: number;
  readonly kind: 'hr' | 'inspector';
  readonly organizationId: number;
}

/** The personal data of a person were replaced by a pseudonym (USR-08). */
export interface UserErased extends DomainEvent {
  readonly type: 'user.erased';
  readonly userId: string;
}

/** Every event of this area. */
export type PeopleEvent =
  | UserCreated
  | UserChanged
  | UserProfileChanged
  | UserNameRequest
  | UserNameChanged
  | UserActivity
  | UserEmailChanged
  | UserInvited
  | UserSettingsChanged
  | UserGrantChanged
  | UserErased;

/** Raises an event of this area with its type checked. */
export const peopleEvent = (event: PeopleEvent): PeopleEvent => event;
