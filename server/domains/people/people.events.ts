import type { Role } from '#shared/domain/access/permissions.ts';

/** The facts of a person before and after a change. */
export interface PersonFacts {
  readonly email: string;
  readonly externalId: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly role: Role;
  readonly organizationId: number | null;
  readonly departmentId: number | null;
  readonly managerId: string | null;
  readonly jobTitle: string | null;
  readonly isActive: boolean;
}

/** Returns the facts of a person's row that events carry. */
export function factsOf(person: PersonFacts): PersonFacts {
  const { email, externalId, firstName, lastName, role, organizationId } = person;
  const { departmentId, managerId, jobTitle, isActive } = person;
  return {
    email,
    externalId,
    firstName,
    lastName,
    role,
    organizationId,
    departmentId,
    managerId,
    jobTitle,
    isActive,
  };
}

/** A person was created (USR-02): the rules of MTX-06 apply to the new person. */
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

/** A person changed their own job title (AUTH-16). Such a change never removes a training (T5), so it is not a `user.changed`. */
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

/** An account was deactivated; raised in addition to `user.changed`. */
export interface UserDeactivated {
  readonly type: 'user.deactivated';
  readonly userId: string;
}

/** An account with a password that its owner has to replace was created: the owner is invited (NOT-06). */
export interface UserInvited {
  readonly type: 'user.invited';
  readonly userId: string;
}

/**
 * Many people were created and changed by a file (USR-06), in one event, so that anyone who reacts does it in a few statements. It takes the
 * place of `user.created`, `user.changed` and `user.deactivated` of each of them.
 */
export interface PeopleImported {
  readonly type: 'people.imported';
  readonly created: readonly string[];
  /** New people who get a link to choose their password. */
  readonly invited: readonly string[];
  /** Everybody who was changed. */
  readonly changed: readonly string[];
  /** People who changed their place or job title, or were activated or deactivated. */
  readonly moved: readonly string[];
  /** People who changed their organization. */
  readonly elsewhere: readonly string[];
  /** People who were activated or deactivated. */
  readonly switched: readonly string[];
}

/** A person changed their own settings (SET-02). */
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
      | PeopleImported
      | UserSettingsChanged
      | UserErased;
  }
}
