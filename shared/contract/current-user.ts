import { z } from 'zod';
import { instant } from '#shared/contract/common.ts';
import { managerView, settingsView } from '#shared/contract/people-schemas.ts';
import {
  grantKinds,
  inspectionSights,
  permissionTable,
  roles,
  type Permission,
} from '#shared/domain/access/permissions.ts';
import { languages } from '#shared/domain/people/settings.ts';

/** What an inspection can include in addition to training records (INS-01). */
export const inspectionSight = z.enum(inspectionSights).meta({ id: 'InspectionSight' });

const permissions = Object.keys(permissionTable) as [Permission, ...Permission[]];

/** The end of a person's session (AUTH-05), for the warning two minutes before. */
export const sessionFacts = z
  .object({
    /** The end if the person types, clicks and plays nothing more. */
    expiresAt: instant,
    /** The end in any case. */
    endsAt: instant,
    /** Minutes without input after which it ends. */
    idleMinutes: z.int(),
    /** The server's clock at the time of the answer, for browsers whose own is wrong. */
    now: instant,
  })
  .meta({ id: 'SessionFacts' });

/** The signed-in person (SPEC §7, DESIGN 'The wire'). */
export const currentUser = z
  .object({
    id: z.string(),
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    /** The person's name in greetings (AUTH-16). */
    preferredName: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    role: z.enum(roles),
    organizationId: z.int().nullable(),
    organizationName: z.string().nullable(),
    organization: z
      .object({ id: z.int(), name: z.string(), slug: z.string(), type: z.string(), timeZone: z.string() })
      .nullable(),
    departmentId: z.int().nullable(),
    departmentName: z.string().nullable(),
    managerId: z.string().nullable(),
    /** The person to contact (SPEC §2.6): included here, so that My Training needs no separate call. */
    manager: managerView.nullable(),
    jobTitle: z.string().nullable(),
    isActive: z.boolean(),
    onboardedAt: instant.nullable(),
    onboardingCompleted: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
    /** The password dialog covers every screen (AUTH-06). */
    mustChangePassword: z.boolean(),
    /** It is an activation: the dialog shows 'Temporary Password', and the current one is optional (AUTH-07). */
    accountActivation: z.boolean(),
    /** An authenticator must be enrolled before anything else (AUTH-07, regulated profile). */
    mustEnrolTwoFactor: z.boolean(),
    /** The second factor must be given once: the provider that opened this session did not require one (AUTH-19). */
    mustGiveTwoFactor: z.boolean(),
    /** The person has a passkey that works (AUTH-19). */
    hasPasskey: z.boolean(),
    /**
     * The ways in which the person may prove their identity for a signature (SIG-01): by password, by passkey, or at the
     * provider that opened this session.
     */
    signsWith: z.array(z.enum(['password', 'provider', 'passkey'])),
    /** The next signature requests the authenticator's code too (SIG-03). */
    signatureAsksCode: z.boolean(),
    /** Corrections and changes of roles are refused without a reason (AUTH-07, regulated profile). */
    asksReasons: z.boolean(),
    /** Least characters of a new password of this person (AUTH-07). */
    passwordMin: z.int(),
    /** Whether anything is or was assigned to the person: then the menu leads to it (SHELL-05). */
    hasTrainings: z.boolean(),
    /** Whether an email server is set up: without one, emails are queued until there is one (NOT-06). */
    emailConfigured: z.boolean(),
    /** The active grants in addition to the role (AUTH-14). */
    grants: z.array(
      z.object({
        kind: z.enum(grantKinds),
        organizationId: z.int(),
        organizationName: z.string(),
        organizationSlug: z.string(),
        /** IANA zone of that organization: who belongs to none reads in it (RPT-05). */
        timeZone: z.string(),
        validUntil: instant.nullable(),
        /** The records that the inspection behind it includes in addition to training records (INS-01). */
        sees: z.array(inspectionSight),
      }),
    ),
    /** The permissions that the screens may offer (AUTH-13); the server decides again at every call. */
    permissions: z.array(z.enum(permissions)),
    settings: settingsView,
    language: z.enum(languages),
    /** The effective agreement of SIG-03 has been accepted. */
    signatureAgreementAccepted: z.boolean(),
    session: sessionFacts,
  })
  .meta({ id: 'CurrentUser' });
