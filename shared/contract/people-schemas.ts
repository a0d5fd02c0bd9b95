import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { bodyId, calendarDate, enteredLine, instant, line, reason, requiredLine, userId } from './common.ts';
import { grantKinds, roles } from '#shared/domain/access/permissions.ts';
import { EXTERNAL_ID_MAX } from '#shared/domain/people/external-id.ts';
import { languages, sessionTimeoutRange, themes, timeZoneLabels } from '#shared/domain/people/settings.ts';
import { displayStatuses } from '#shared/domain/people/status.ts';
import { JOB_TITLE_MAX } from '#shared/domain/people/training-categories.ts';

/** A grant in addition to the role (AUTH-14). */
export const grantView = z
  .object({
    id: z.int(),
    kind: z.enum(grantKinds),
    organizationId: z.int(),
    organizationName: z.string(),
    validFrom: instant,
    /** The first instant at which it is no longer valid. */
    validUntil: instant.nullable(),
    revokedAt: instant.nullable(),
  })
  .meta({ id: 'GrantView' });

/** A grant with the people behind it: who gave it, and who ended it before its time. */
export const grantEntry = grantView
  .extend({
    /** The last day on which it is valid, in the zone of the organization. */
    expiresOn: calendarDate.nullable(),
    grantedByName: z.string().nullable(),
    revokedByName: z.string().nullable(),
  })
  .meta({ id: 'GrantEntry' });

/** The state of an assigned password, never its text (USR-01 'Preset Password'). */
export const credentialView = z
  .object({
    state: z.enum(['none', 'set', 'used', 'expired']),
    /** When it was set, used or expired. */
    at: instant.nullable(),
  })
  .meta({ id: 'CredentialView' });

/** The fields that everybody may see who reaches a person: the grant hr in the list of people (AUTH-13). */
const nameTier = {
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  organizationId: z.int().nullable(),
  organizationName: z.string().nullable(),
};

/** The view of managers and inspectors on the people they reach. */
const workTier = {
  email: z.string(),
  role: z.enum(roles),
  departmentId: z.int().nullable(),
  departmentName: z.string().nullable(),
  managerId: z.string().nullable(),
  managerName: z.string().nullable(),
  jobTitle: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  isActive: z.boolean(),
  displayStatus: z.enum(displayStatuses),
  /** Away today in the person's zone (USR-10). */
  isAway: z.boolean(),
  onboardedAt: instant.nullable(),
  onboardingCompleted: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
};

/** The fields that only administrators see. */
const adminTier = {
  /** The number of the person in another system, by which imports recognize the person (USR-06). */
  externalId: z.string().nullable(),
  mustChangePassword: z.boolean(),
  /** Too many failures have locked the account until an administrator unlocks it (AUTH-07, regulated profile). */
  isLocked: z.boolean(),
  /**
   * Another person changed the account, and its person cannot sign until they have proved their identity (SIG-05); not for
   * new accounts.
   */
  signingClosed: z.boolean(),
  twoFactorEnabled: z.boolean(),
  credential: credentialView,
  pendingEmail: z.string().nullable(),
  lastSignInAt: instant.nullable(),
  grants: z.array(grantView),
  /** Send it back as `If-Match` to refuse a change of an older record. */
  revision: z.int(),
};

/** A row of the list of people; which keys it has depends on how the caller reaches the person (AUTH-13, GDP-04). */
export const personRow = z
  .object({
    ...nameTier,
    ...z.object(workTier).partial().shape,
    ...z.object(adminTier).partial().shape,
  })
  .meta({ id: 'PersonRow' });

/** A training that was added or removed by a change of the person. */
const movedTraining = z
  .object({
    assignmentId: z.int(),
    moduleId: z.int(),
    title: z.string(),
    dueDate: calendarDate.nullable(),
  })
  .meta({ id: 'MovedTraining' });

/** The effect of creating or moving a person on the trainings (USR-05, MTX-06). */
export const trainingEffect = {
  /** Trainings that the matrices of the new place require and that the person got. */
  assigned: z.array(movedTraining),
  /** Trainings that no matrix requires any more and that were not started. */
  withdrawn: z.array(movedTraining),
  /** Started trainings that no matrix requires any more: they stay, marked as such. */
  noLongerRequired: z.array(movedTraining),
};

/** From the shown effect: if the effect has changed since, nothing happens (409 EFFECT_CHANGED). */
const effectHash = line(64).optional();

/** A person's page (EMP-01, SPEC §2.10): the same for everybody who may see it. */
export const personPage = z
  .object({
    ...nameTier,
    ...workTier,
    /** Today in the person's zone: the day with which due dates are compared. */
    today: calendarDate,
  })
  .meta({ id: 'PersonPage' });

/** A change of the printed name that its owner requested (AUTH-16). */
const nameRequest = z
  .object({
    id: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    requestedAt: instant,
    /** Null while it is pending. */
    decision: z.enum(['declined']).nullable(),
    decidedAt: instant.nullable(),
    /** The reason why it was declined. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'NameRequest' });

/** A manager as the learner's card and the person's page name him (SPEC §3 'Manager response'). */
export const managerView = z
  .object({
    id: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    /** The manager's preferred name; null: no other name. */
    preferredName: z.string().nullable(),
    jobTitle: z.string().nullable(),
    email: z.string(),
    profileImageUrl: z.string().nullable(),
  })
  .meta({ id: 'ManagerView' });

/** The person's own profile (SPEC §2.14, AUTH-16). */
export const profileView = z
  .object({
    ...nameTier,
    ...workTier,
    /** A new email that waits for its confirmation. */
    pendingEmail: z.string().nullable(),
    /** The person's name in greetings; never printed on signatures. */
    preferredName: z.string().nullable(),
    /** The newest request of another name while it is pending, or once it was declined. */
    nameRequest: nameRequest.nullable(),
    revision: z.int(),
  })
  .meta({ id: 'ProfileView' });

const email = z
  .string(because('email_invalid'))
  .trim()
  .max(254, because('email_invalid'))
  .pipe(z.email(because('email_invalid')));
const firstName = requiredLine(100, because('first_name_needed'));
const lastName = requiredLine(100, because('last_name_needed'));
const role = z.enum(roles);
/** A job title, which is the Training Category too (SPEC §3). */
export const jobTitle = enteredLine(JOB_TITLE_MAX);
/** Empty: none. */
const externalId = enteredLine(EXTERNAL_ID_MAX);
const presetPassword = z
  .string()
  .min(8, because('password_preset_too_short', { minimum: 8 }))
  .max(128, because('too_long', { maximum: 128 }));

/** The form of a new person (SPEC §5 'User creation'). */
export const userForm = z
  .strictObject({
    email,
    firstName,
    lastName,
    role: role.default('learner'),
    organizationId: bodyId.nullable().optional(),
    departmentId: bodyId.nullable().optional(),
    jobTitle: jobTitle.nullable().optional(),
    externalId: externalId.nullable().optional(),
    isActive: z.boolean().default(true),
    managerId: userId.nullable().optional(),
    presetPassword: presetPassword.optional(),
    reason: reason.optional(),
    effectHash,
  })
  .meta({ id: 'UserForm' });

/**
 * The fields of a person that an administrator may change (USR-02). A change of organization removes the department unless
 * one is given.
 */
export const userChange = z
  .strictObject({
    email: email.optional(),
    firstName: firstName.optional(),
    lastName: lastName.optional(),
    role: role.optional(),
    organizationId: bodyId.nullable().optional(),
    departmentId: bodyId.nullable().optional(),
    jobTitle: jobTitle.nullable().optional(),
    externalId: externalId.nullable().optional(),
    isActive: z.boolean().optional(),
    managerId: userId.nullable().optional(),
    reason: reason.optional(),
    effectHash,
  })
  .meta({ id: 'UserChange' });

/**
 * The fields that a person may change in their own profile (AUTH-16): a new first or last name becomes a request that hr or
 * an administrator decides on. Other fields are not accepted (R-SEC-10).
 */
export const profileChange = z
  .strictObject({
    firstName: firstName.optional(),
    lastName: lastName.optional(),
    email: email.optional(),
    jobTitle: jobTitle.nullable().optional(),
    /** At once, and for greetings only; empty for none. */
    preferredName: enteredLine(100).nullable().optional(),
  })
  .meta({ id: 'ProfileChange' });

/** The name that signatures print (AUTH-16). */
export const nameForm = z
  .strictObject({ firstName, lastName, reason: reason.optional() })
  .meta({ id: 'NameForm' });

const timeoutText = because('minutes_range', {
  minimum: sessionTimeoutRange.min,
  maximum: sessionTimeoutRange.max,
});
const settingsFields = {
  emailNotifications: z.boolean(),
  browserNotifications: z.boolean(),
  trainingReminders: z.boolean(),
  systemUpdates: z.boolean(),
  /** A weekly email to people who manage others, about people who are overdue, expiring or new (NOT-06). */
  weeklyDigest: z.boolean(),
  language: z.enum(languages),
  /** Null: not chosen; times are shown in the zone of the organization, UTC without one. */
  timezone: z.enum(timeZoneLabels).nullable(),
  theme: z.enum(themes),
  /** Minutes (SPEC §5). */
  sessionTimeout: z.int().min(sessionTimeoutRange.min, timeoutText).max(sessionTimeoutRange.max, timeoutText),
  requirePasswordChange: z.boolean(),
  twoFactorEnabled: z.boolean(),
};

/** The person's own settings (SPEC §3 'User settings'). */
export const settingsView = z.object(settingsFields).meta({ id: 'SettingsView' });

/** The settings that a person may change for themselves (SET-02). */
export const settingsChange = z.strictObject(settingsFields).partial().meta({ id: 'SettingsChange' });

/** The form that creates a grant (AUTH-14). */
export const grantForm = z
  .strictObject({
    kind: z.enum(grantKinds),
    organizationId: bodyId,
    /** The last day on which it is valid, in the time zone of the organization. */
    expiresOn: calendarDate.nullable().optional(),
    reason: reason.optional(),
  })
  .refine((grant) => grant.kind !== 'inspector' || grant.expiresOn != null, {
    path: ['expiresOn'],
    message: because('inspector_needs_end'),
  })
  .meta({ id: 'GrantForm' });
