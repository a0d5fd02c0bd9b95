import { z } from 'zod';
import { retentionReasons } from '#shared/reasons/findings.ts';
import { defineEndpoint } from './endpoint.ts';
import { flag, optionalReasonBody, pageFields, pathId, reasonBody, sortBy, userId } from './common.ts';
import {
  grantEntry,
  grantForm,
  grantView,
  jobTitle,
  managerView,
  personPage,
  personRow,
  profileChange,
  profileView,
  settingsChange,
  settingsView,
  trainingEffect,
  userChange,
  userForm,
} from './people-schemas.ts';
import { roles } from '#shared/domain/access/permissions.ts';
import { displayStatuses } from '#shared/domain/people/status.ts';

const byUserId = z.object({ userId });
const pathOrNone = z
  .literal('')
  .transform(() => null)
  .or(pathId);

/** Calls about people (SPEC §7 'Users', profile and settings; USR-01 … USR-08, EMP-01, AUTH-14, AUTH-16, SET-02). */
export const peopleContract = {
  list: defineEndpoint({
    id: 'people.list',
    method: 'GET',
    path: '/api/users',
    summary: 'People within reach; the grant hr sees names only, admins also the state of assigned passwords',
    access: { permission: 'people.list' },
    audit: {
      none: 'names and roles within the reach of the caller',
      inspected: { action: 'inspection.peopleListed', record: 'users' },
    },
    data: { shows: ['people', 'departments', 'organizations', 'grants', 'profile'] },
    query: z.strictObject({
      ...pageFields,
      sort: sortBy(['name', 'email', 'organization', 'role', 'status', 'createdAt']),
      role: z.enum(roles).optional(),
      organizationId: pathId.optional(),
      departmentId: pathId.optional(),
      managerId: userId.optional(),
      status: z.enum(displayStatuses).optional(),
      /** The filters of the cards Active Users and Account Activation (SPEC §2.9). */
      isActive: flag.optional(),
      onboardingCompleted: flag.optional(),
      /** Only people who are away today, or only those who are not (USR-10). */
      away: flag.optional(),
      /** Only people who can be chosen as a manager (USR-02). */
      canManage: flag.optional(),
      /** Only people who could become the manager of this person: not the person, nor anybody below (USR-02). */
      managerOf: userId.optional(),
    }),
    response: z.array(personRow),
    list: true,
    compressed: true,
  }),
  stats: defineEndpoint({
    id: 'people.stats',
    method: 'GET',
    path: '/api/users/stats',
    summary: 'The four cards of Users & Roles, counted over the people within reach',
    access: { permission: 'people.list' },
    audit: { none: 'numbers only' },
    data: { shows: ['people'] },
    response: z
      .object({
        totalUsers: z.int(),
        activeUsers: z.int(),
        organizations: z.int(),
        /** People whose onboarding is not completed (SPEC §2.9). */
        accountActivation: z.int(),
      })
      .meta({ id: 'PeopleFigures' }),
  }),
  trainingEffect: defineEndpoint({
    id: 'people.trainingEffect',
    method: 'GET',
    path: '/api/users/training-effect',
    summary:
      'What a place would assign to a person, or to a new one, and withdraw; nothing is written (MTX-06)',
    access: { permission: 'people.manage' },
    audit: { none: 'undoes what it tries; the command itself is in the trail' },
    data: { shows: ['assignments', 'matrices', 'people'] },
    query: z.strictObject({
      /** Missing: a person who does not exist yet. */
      userId: userId.optional(),
      /** The changed fields, empty for none; missing fields stay, or are empty for a new person. */
      organizationId: pathOrNone.optional(),
      departmentId: pathOrNone.optional(),
      jobTitle: jobTitle.optional(),
      isActive: flag.optional(),
    }),
    errors: ['NOT_FOUND'],
    response: z.object({ ...trainingEffect, effectHash: z.string() }).meta({ id: 'TrainingEffect' }),
  }),
  create: defineEndpoint({
    id: 'people.create',
    method: 'POST',
    path: '/api/users',
    summary: 'Create a person with a temporary password: the given preset or a generated one',
    access: { permission: 'people.manage' },
    stepUp: 'sometimes',
    audit: { command: 'user.created' },
    data: { changes: ['people', 'assignments'] },
    body: userForm,
    errors: ['DUPLICATE', 'EFFECT_CHANGED', 'PASSWORD_REFUSED', 'REASON_REQUIRED'],
    response: z
      .object({
        /** Null if a repeated request comes after the password has ended. */
        assignedPassword: z.string().nullable(),
        /** An email with a link to choose a password was queued (NOT-06). */
        invited: z.boolean(),
        user: personRow,
        ...trainingEffect,
      })
      .meta({ id: 'CreatedPerson' }),
    status: 201,
  }),
  update: defineEndpoint({
    id: 'people.update',
    method: 'PATCH',
    path: '/api/users/:userId',
    summary:
      'Change a person; deactivation ends the sessions; If-Match of an older record answers 409 with both',
    access: { permission: 'people.manage' },
    stepUp: 'sometimes',
    audit: { command: 'user.changed', record: 'users' },
    data: { changes: ['people', 'assignments'] },
    params: byUserId,
    body: userChange,
    revision: 'compared',
    errors: ['EFFECT_CHANGED', 'REASON_REQUIRED'],
    response: personRow.extend(trainingEffect).meta({ id: 'ChangedPerson' }),
  }),
  erase: defineEndpoint({
    id: 'people.erase',
    method: 'POST',
    path: '/api/users/:userId/erase',
    summary: 'Replace the personal data of a person by a pseudonym; answers what is kept and why',
    access: { permission: 'people.manage' },
    stepUp: true,
    audit: { command: 'user.erased', record: 'users' },
    data: {
      changes: ['absences', 'people', 'assignments', 'nameRequests', 'agreements', 'cvs', 'documents'],
    },
    params: byUserId,
    body: reasonBody,
    response: z
      .object({
        userId: z.string(),
        pseudonym: z.string(),
        kept: z.array(
          z.object({
            kind: z.enum([
              'trainingRecords',
              'signatures',
              'assignments',
              'reasons',
              'cvs',
              'agreements',
              'certificateFiles',
            ]),
            count: z.int(),
            why: z.enum(retentionReasons),
          }),
        ),
        redactedEvents: z.int(),
      })
      .meta({ id: 'ErasedPerson' }),
  }),
  grants: defineEndpoint({
    id: 'people.grants',
    method: 'GET',
    path: '/api/users/:userId/grants',
    summary: 'The running and the past grants of a person, with who gave and ended them',
    access: { permission: 'people.manage' },
    audit: { none: 'access rights, which the trail has with every change' },
    data: { shows: ['grants'] },
    params: byUserId,
    response: z
      .object({ current: z.array(grantEntry), past: z.array(grantEntry) })
      .meta({ id: 'PersonGrants' }),
  }),
  grant: defineEndpoint({
    id: 'people.grant',
    method: 'POST',
    path: '/api/users/:userId/grants',
    summary:
      'Give a person the grant hr or inspector for one organization; an inspector needs an expiry date',
    access: { permission: 'people.manage' },
    stepUp: true,
    audit: { command: 'user.granted', record: 'users' },
    data: { changes: ['grants'] },
    params: byUserId,
    body: grantForm,
    errors: ['DUPLICATE', 'REASON_REQUIRED'],
    response: grantView,
    status: 201,
  }),
  revokeGrant: defineEndpoint({
    id: 'people.revokeGrant',
    method: 'DELETE',
    path: '/api/users/:userId/grants/:grantId',
    summary: 'Take a grant back; it ends at once',
    access: { permission: 'people.manage' },
    stepUp: true,
    audit: { command: 'user.grantRevoked', record: 'users' },
    data: { changes: ['grants'] },
    params: z.object({ userId, grantId: pathId }),
    body: optionalReasonBody.optional(),
    errors: ['REASON_REQUIRED'],
    response: grantView,
  }),
  profile: defineEndpoint({
    id: 'people.profile',
    method: 'GET',
    path: '/api/users/profile',
    summary: 'The own profile',
    access: { permission: 'account.own' },
    audit: { none: 'own data' },
    data: { shows: ['profile', 'nameRequests', 'people', 'departments', 'organizations'] },
    revision: 'answered',
    response: profileView,
  }),
  updateProfile: defineEndpoint({
    id: 'people.updateProfile',
    method: 'PATCH',
    path: '/api/users/profile',
    summary:
      'Change the own Training Category and preferred name; another first or last name is requested (`nameRequest`) until hr or an administrator approves it, a new email waits for its confirmation',
    access: { permission: 'account.own' },
    stepUp: 'sometimes',
    audit: { command: 'profile.changed', record: 'users' },
    data: { changes: ['profile', 'nameRequests'] },
    body: profileChange,
    revision: 'compared',
    errors: ['TOO_MANY_ATTEMPTS'],
    response: profileView,
  }),
  settings: defineEndpoint({
    id: 'people.settings',
    method: 'GET',
    path: '/api/users/settings',
    summary: 'The own settings with their defaults',
    access: { permission: 'account.own' },
    audit: { none: 'own data' },
    data: { shows: ['settings', 'twoFactor', 'passkeys'] },
    response: settingsView,
  }),
  updateSettings: defineEndpoint({
    id: 'people.updateSettings',
    method: 'PATCH',
    path: '/api/users/settings',
    summary: 'Change own settings; unknown keys are refused',
    access: { permission: 'account.own' },
    audit: { command: 'settings.changed', record: 'users' },
    data: { changes: ['settings'] },
    body: settingsChange,
    errors: ['TWO_FACTOR_ENROL'],
    response: settingsView,
  }),
  ownManager: defineEndpoint({
    id: 'people.ownManager',
    method: 'GET',
    path: '/api/auth/user/manager',
    summary: 'The manager of the signed-in person, null without one',
    access: { permission: 'account.own' },
    audit: { none: 'the own manager' },
    data: { shows: ['people'] },
    response: z.object({ manager: managerView.nullable() }).meta({ id: 'OwnManager' }),
  }),
  details: defineEndpoint({
    id: 'people.details',
    method: 'GET',
    path: '/api/employee/:userId/details',
    summary: 'A person with the manager; 404 outside reach; looking at another person is in the trail',
    access: { permission: 'people.view' },
    compressed: true,
    audit: { access: 'person.viewed' },
    data: { shows: ['people', 'departments', 'organizations', 'assignments', 'profile'] },
    params: byUserId,
    response: z
      .object({
        user: personPage,
        manager: managerView.nullable(),
        /** Whether the caller may assign trainings to this person (MTX-05, MGR-02). */
        canAssign: z.boolean(),
      })
      .meta({ id: 'PersonDetails' }),
  }),
};
