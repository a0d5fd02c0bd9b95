/**
 * The permission table (AUTH-13, DESIGN rule 2): the rights of each role or grant and their reach. The gate of every call
 * reads it, and the screens hide what it does not allow.
 */

/** The reach of a permission. `reports` includes indirect reports; `organization` the grant's organizations. */
export type ReachKind = 'own' | 'reports' | 'organization' | 'all';

/**
 * A role (SPEC §6) or an additional grant (AUTH-14). `everyone` means any signed-in person; `inspectorOfCvs`,
 * `inspectorOfAgreements`, `inspectorOfDocuments` and `inspectorOfBundle` an inspector whose inspection includes these (INS-01).
 */
export type Holder =
  | 'everyone'
  | 'admin'
  | 'manager'
  | 'learner'
  | 'hr'
  | 'inspector'
  | 'inspectorOfCvs'
  | 'inspectorOfAgreements'
  | 'inspectorOfDocuments'
  | 'inspectorOfBundle';

/** Role of an account (SPEC §3). */
export const roles = ['admin', 'manager', 'learner'] as const;
/** One of {@link roles}. */
export type Role = (typeof roles)[number];

/** Grants in addition to the role (AUTH-14). */
export const grantKinds = ['hr', 'inspector'] as const;
/** One of {@link grantKinds}. */
export type GrantKind = (typeof grantKinds)[number];

/** Documents of people and organizations, and the trail as a bundle: what an inspection can include (INS-01). */
export const inspectionSights = ['cvs', 'agreements', 'documents', 'bundle'] as const;
/** One of {@link inspectionSights}. */
export type InspectionSight = (typeof inspectionSights)[number];

type Row = Partial<Record<Holder, ReachKind>>;

const adminOnly: Row = { admin: 'all' };

/** Permission → holder → reach. One row a permission; calls name their row in the contract. */
export const permissionTable = {
  /** The person's own account: profile, settings, password, sessions. */
  'account.own': { everyone: 'own' },
  /** The person's own notifications: admins and managers only (SPEC §7). */
  'notifications.own': { admin: 'own', manager: 'own' },
  /** The person's own training: assignments, progress, signing, certificates. */
  'training.own': { everyone: 'own' },
  /** A person's page, assignments and stats (EMP-01). */
  'people.view': {
    everyone: 'own',
    manager: 'reports',
    admin: 'all',
    hr: 'organization',
    inspector: 'organization',
  },
  /** The list of people (GET /api/users). */
  'people.list': { manager: 'reports', admin: 'all', hr: 'organization', inspector: 'organization' },
  /** Create and edit people, their roles and grants. */
  'people.manage': adminOnly,
  /** Create, change and deactivate people from a company directory; only for API tokens (OPS-06). */
  'people.provision': adminOnly,
  /** The names that signatures print: change them, approve or decline what their owners request (AUTH-16). */
  'people.names': { admin: 'all', hr: 'organization' },
  /** Confirm who a person is, so that they can sign again, and see what closed signing (SIG-05). */
  'people.identity': { admin: 'all', hr: 'organization' },
  /** Record, change, end and void absences of other people, and see why they are away (USR-10). */
  'people.absences': { manager: 'reports', admin: 'all', hr: 'organization' },
  /** View, generate, set temporary passwords (AUTH-08). */
  'passwords.manage': adminOnly,
  /** Organizations and departments: non-admins read their own. */
  'organizations.view': { everyone: 'own', admin: 'all', inspector: 'organization' },
  /** Members of every organization (GET /api/organizations/users). */
  'organizations.people': { admin: 'all', inspector: 'organization' },
  /** Create, edit, archive organizations and departments. */
  'organizations.manage': adminOnly,
  /** Module cards: admins all, managers active ones, others those of their assignments. */
  'modules.list': { everyone: 'own', manager: 'reports', admin: 'all', inspector: 'organization' },
  /** One module with its content and files. */
  'modules.view': { everyone: 'own', manager: 'reports', admin: 'all', inspector: 'organization' },
  /** Create, edit, load, publish, retire modules and categories. */
  'modules.manage': adminOnly,
  /** Read matrices. */
  'matrices.view': { admin: 'all', inspector: 'organization' },
  /** Create, change, assign matrices. */
  'matrices.manage': adminOnly,
  /** All assignments (GET /api/assignments). */
  'assignments.list': { manager: 'reports', admin: 'all', inspector: 'organization' },
  /** Assign a module to a person. */
  'assignments.assign': { manager: 'reports', admin: 'all' },
  /** Change due dates of open assignments (LRN-06): managers those of their reports (MGR-02). */
  'assignments.reschedule': { manager: 'reports', admin: 'all' },
  /** Void assignments, start onboarding (LRN-06, MTX-07). */
  'assignments.manage': adminOnly,
  /** The manager's dashboard (MGR-01). */
  'team.view': { manager: 'reports', admin: 'all' },
  /** Dashboards of all organizations (DASH-01, CMP-01). */
  'dashboard.view': { admin: 'all', inspector: 'organization' },
  /** Completion report and its exports (RPT-01, RPT-02). */
  'reports.view': { manager: 'reports', admin: 'all', inspector: 'organization' },
  /** Reminders (REM-01). */
  'reminders.send': { manager: 'reports', admin: 'all' },
  /** Audit trail and its verification (AUD-03). */
  'audit.view': { admin: 'all', inspector: 'organization' },
  /** Sign a review of the audit trail (AUD-03): of the events that the person sees, and only those caused by others. */
  'audit.review': { admin: 'all', inspector: 'organization' },
  /** The audit trail as a file for an offline check (AUD-02): inspectors if their inspection includes it (INS-01). */
  'audit.bundle': { admin: 'all', inspectorOfBundle: 'organization' },
  /** Access reviews (AUTH-17): inspectors read those that are signed. */
  'access.view': { admin: 'all', inspector: 'organization' },
  /** Open, answer, sign and cancel reviews of access, and set their interval (AUTH-17). */
  'access.review': adminOnly,
  /** API tokens for machines (OPS-06). */
  'tokens.manage': adminOnly,
  /** Email outbox, jobs, health of the installation (NOT-02). */
  'operations.manage': adminOnly,
  /** Webhooks: set up, change, delete, and their deliveries (OPS-06). */
  'webhooks.manage': adminOnly,
  /** Open, change, close inspections, and answer their requests (INS-01). */
  'inspections.manage': adminOnly,
  /** Inspections with their requests and the opened records: inspectors see their own while it is open (INS-01). */
  'inspections.view': { admin: 'all', inspector: 'organization' },
  /** Put requests to the host of an inspection (INS-01). */
  'inspections.request': { inspector: 'organization' },
  /** HR area (HR-01 … HR-05). */
  'hr.view': { admin: 'all', hr: 'organization' },
  /** Personal documents, for their owner and for HR of the organization (HR-05). */
  'hr.documents': { everyone: 'own', admin: 'all', hr: 'organization' },
  /** CVs: as `hr.documents`, and inspectors if their inspection includes them (INS-01). */
  'hr.cvs': { everyone: 'own', admin: 'all', hr: 'organization', inspectorOfCvs: 'organization' },
  /** Agreements: as `hr.documents`, and inspectors if their inspection includes them (INS-01). */
  'hr.agreements': {
    everyone: 'own',
    admin: 'all',
    hr: 'organization',
    inspectorOfAgreements: 'organization',
  },
  /** The list of agreements: without those that only concern the caller. */
  'hr.agreementList': { admin: 'all', hr: 'organization', inspectorOfAgreements: 'organization' },
  /** Reading documents of organizations: as `hr.view`, and inspectors if their inspection includes them (INS-01). */
  'hr.organizationDocuments': { admin: 'all', hr: 'organization', inspectorOfDocuments: 'organization' },
} as const satisfies Record<string, Row>;

/** A row of {@link permissionTable}. */
export type Permission = keyof typeof permissionTable;

/**
 * Permissions whose records must stay hidden. The gate answers 404 and not 403, so that nobody learns that they exist (HR-05).
 */
const hidden: ReadonlySet<Permission> = new Set(['hr.view', 'hr.agreementList', 'hr.organizationDocuments']);

/** Returns whether the records of a permission are hidden from those who do not have it (HR-05). */
export const isHidden = (permission: Permission): boolean => hidden.has(permission);

/** The facts of a person that decide access. */
export interface AccessSubject {
  readonly id: string;
  readonly role: Role;
  readonly organizationId: number | null;
  readonly grants: readonly AccessGrant[];
  /** Set if a machine acts with an API token: it has only these permissions (OPS-06). */
  readonly token?: TokenRights | undefined;
}

/** The rights of an API token. */
export interface TokenRights {
  readonly scopes: readonly Permission[];
  /** The organization whose records it reaches; null means all. */
  readonly organizationId: number | null;
}

/** A running grant. */
export interface AccessGrant {
  readonly kind: GrantKind;
  readonly organizationId: number | null;
  /** The records that the inspection behind it includes in addition to training records (INS-01). */
  readonly sees?: readonly InspectionSight[] | null;
}

/** The records that a subject may reach under one permission: the union of all rules that grant it. */
export interface Reach {
  readonly all: boolean;
  /** The subject's own id, if its own records are reached. */
  readonly self: string | null;
  /** The manager whose direct and indirect reports are reached. */
  readonly reportsOf: string | null;
  /** Organizations whose people are reached. */
  readonly organizationIds: readonly number[];
}

/** A reach without any records. */
export const noReach: Reach = { all: false, self: null, reportsOf: null, organizationIds: [] };

/** A reach that includes everybody: for records that only administrators use, and for ids that were found within a reach. */
export const wholeReach: Reach = { ...noReach, all: true };

/** Returns the holders that apply to a subject: its role, its active grants, and everyone. */
export function holdersOf(subject: AccessSubject): readonly Holder[] {
  return ['everyone', subject.role, ...new Set(subject.grants.flatMap(holdersOfGrant))];
}

/** Resolves a permission for a subject; null when no holder of it is the subject (AUTH-13). */
export function resolveReach(subject: AccessSubject, permission: Permission): Reach | null {
  if (subject.token) return reachOfToken(subject.token, permission);
  const row: Row = permissionTable[permission];
  let reach: Reach | null = null;
  for (const holder of holdersOf(subject)) {
    const kind = row[holder];
    if (!kind) continue;
    const base: Reach = reach ?? noReach;
    if (kind === 'all') reach = { ...base, all: true };
    else if (kind === 'own') reach = { ...base, self: subject.id };
    else if (kind === 'reports') reach = { ...base, reportsOf: subject.id };
    else reach = { ...base, organizationIds: union(base.organizationIds, organizationsOf(subject, holder)) };
  }
  return reach;
}

function reachOfToken({ scopes, organizationId }: TokenRights, permission: Permission): Reach | null {
  if (!scopes.includes(permission)) return null;
  return organizationId === null ? wholeReach : { ...noReach, organizationIds: [organizationId] };
}

/** Returns the permissions that a subject has in any reach; the client hides everything else. */
export function permissionsOf(subject: AccessSubject): readonly Permission[] {
  return (Object.keys(permissionTable) as Permission[]).filter((p) => resolveReach(subject, p) !== null);
}

const sightHolders = {
  cvs: 'inspectorOfCvs',
  agreements: 'inspectorOfAgreements',
  documents: 'inspectorOfDocuments',
  bundle: 'inspectorOfBundle',
} as const;

function holdersOfGrant({ kind, sees }: AccessGrant): readonly Holder[] {
  return [kind, ...(kind === 'inspector' ? (sees ?? []).map((sight) => sightHolders[sight]) : [])];
}

function organizationsOf(subject: AccessSubject, holder: Holder): readonly number[] {
  return subject.grants.flatMap((grant) =>
    grant.organizationId !== null && holdersOfGrant(grant).includes(holder) ? [grant.organizationId] : [],
  );
}

function union(left: readonly number[], right: readonly number[]): readonly number[] {
  return [...new Set([...left, ...right])];
}
