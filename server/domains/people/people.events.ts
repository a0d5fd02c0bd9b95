import type { Role } from '#shared/domain/access/permissions.ts';

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
export interface UserCreated {
  readonly type: 'user.created';
  readonly userId: string;
  readonly after: PersonFacts;
}

/** An administrator changed a person (USR-02): the rules of MTX-06 follow, in both directions. */
export interface UserChanged {
  readonly type: 'user.changed';
  readonly userId: string;
  readonly before: PersonFacts;
  readonly after: PersonFacts;
}

/**
 * A person changed the own job title (AUTH-16). A job title changed this way never takes a training away (T5);
 * that is why it is no `user.changed`.
 */
export interface UserProfileChanged {
  readonly type: 'user.profile_changed';
  readonly userId: string;
  readonly before: PersonFacts;
  readonly after: PersonFacts;
}

/** Another printed name was requested by its owner (AUTH-16). */
export interface UserNameRequest {
  readonly type: 'user.name_requested';
  readonly userId: string;
}

/** An account was deactivated; raised beside `user.changed`. */
export interface UserDeactivated {
  readonly type: 'user.deactivated';
  readonly userId: string;
}

/** An account with a password that its owner has to replace was created: the owner is invited (NOT-06). */
export interface UserInvited {
  readonly type: 'user.invited';
  readonly userId: string;
}

/** The own settings changed (SET-02). */
export interface UserSettingsChanged {
  readonly type: 'user.settings_changed';
  readonly userId: string;
  readonly keys: readonly string[];
}

/** The personal data of a person were replaced by a pseudonym (USR-08). */
export interface UserErased {
  readonly type: 'user.erased';
  readonly userId: string;
}

declare module '#server/platform/command/transaction.ts' {
  interface EventsByArea {
    readonly people:
      | UserCreated
      | UserChanged
      | UserProfileChanged
      | UserNameRequest
      | UserDeactivated
      | UserInvited
      | UserSettingsChanged
      | UserErased;
  }
}
