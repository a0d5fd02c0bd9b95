/**
 * Three organizations with three levels of managers, people of every role and grant, and the people who must get
 * nothing (AUTH-13): the world in which every list is compared with the reach that the test computes by itself.
 */
import type { Services } from '#server/platform/services.ts';
import {
  asFixture,
  insertDepartments,
  insertOrganizations,
  insertUsers,
  type FixtureDepartment,
  type FixtureOrganization,
  type FixtureUser,
  type GrantInput,
  type UserInput,
} from './world.ts';
import { randomBytes } from 'node:crypto';

/** A person with the grants that hold. */
export interface ReachPerson extends FixtureUser {
  readonly isActive: boolean;
  readonly mustChangePassword: boolean;
  readonly grants: readonly GrantInput[];
}

/** One organization of the world with its people by part. */
export interface ReachOrganization {
  readonly organization: FixtureOrganization;
  readonly departments: readonly [FixtureDepartment, FixtureDepartment];
  /** Level 1: reports to nobody. */
  readonly director: ReachPerson;
  /** Level 2, two of them: report to the director. */
  readonly leads: readonly [ReachPerson, ReachPerson];
  /** Level 3: reports to the first lead. */
  readonly supervisor: ReachPerson;
  /** Under the supervisor. */
  readonly learners: readonly [ReachPerson, ReachPerson];
  /** Under the second lead. */
  readonly otherLearner: ReachPerson;
  /** Without a manager. */
  readonly loneLearner: ReachPerson;
  /** A learner with the grant hr of this organization. */
  readonly hr: ReachPerson;
  /** A learner with the grant inspector of this organization. */
  readonly inspector: ReachPerson;
  /** A manager under the director with one report, who also has the grant hr. */
  readonly hrManager: ReachPerson;
  readonly hrManagersReport: ReachPerson;
  /** Under the supervisor, switched off. */
  readonly inactive: ReachPerson;
  /** Under the supervisor, with a password to change. */
  readonly mustChange: ReachPerson;
}

/** The world. */
export interface ReachWorld {
  readonly admin: ReachPerson;
  readonly organizations: readonly [ReachOrganization, ReachOrganization, ReachOrganization];
  /** In the second organization, reports to the director of the first. */
  readonly crossReport: ReachPerson;
  /** An inspector of the first and the third organization, a member of none. */
  readonly guestInspector: ReachPerson;
  /** His grant inspector of the first organization has run out. */
  readonly formerInspector: ReachPerson;
  /** In no organization, without a manager. */
  readonly outsider: ReachPerson;
  readonly everyone: readonly ReachPerson[];
}

type Wanted = UserInput & { readonly id: string };

const day = 86_400_000;
const newId = () => `u_${randomBytes(16).toString('hex')}`;

/** Makes the world in one audited command. */
export async function createReachWorld(services: Services): Promise<ReachWorld> {
  return asFixture(services, async (tx) => {
    const organizations = await insertOrganizations(
      tx,
      ['Alpha', 'Beta', 'Gamma'].map((name) => ({ name: `${name} Clinic`, showOnLanding: name === 'Alpha' })),
    );
    const departments = await insertDepartments(
      tx,
      organizations.flatMap(({ id }) => [
        { organizationId: id, name: 'Clinical Research' },
        { organizationId: id, name: 'Data Management' },
      ]),
    );
    const plans = organizations.map((organization, index) =>
      planOrganization(organization, departments, index),
    );
    const [alpha, beta, gamma] = plans;
    if (!alpha || !beta || !gamma) throw new Error('the world has three organizations');
    const [first, , third] = organizations;
    if (!first || !third) throw new Error('the world has three organizations');
    const single = {
      admin: { id: newId(), role: 'admin', firstName: 'Ada', lastName: 'Admin' },
      crossReport: {
        ...person('Cross', 'Report'),
        organizationId: beta.organizationId,
        managerId: alpha.people.director.id,
      },
      guestInspector: {
        ...person('Guest', 'Inspector'),
        grants: [
          { kind: 'inspector', organizationId: first.id },
          { kind: 'inspector', organizationId: third.id },
        ],
      },
      formerInspector: person('Former', 'Inspector'),
      outsider: person('Olga', 'Outsider'),
    } as const satisfies Record<string, Wanted>;
    const wanted: Wanted[] = [
      ...Object.values(single),
      ...plans.flatMap((plan) => Object.values(plan.people)),
    ];
    const made = await insertUsers(tx, wanted);
    await tx.db
      .insertInto('userGrants')
      .values({
        userId: single.formerInspector.id,
        kind: 'inspector',
        organizationId: first.id,
        validFrom: new Date(Date.now() - 10 * day),
        validUntil: new Date(Date.now() - day),
      })
      .execute();
    const everyone = made.map((user, index) => {
      const input = wanted[index];
      return {
        ...user,
        isActive: input?.isActive ?? true,
        mustChangePassword: input?.mustChangePassword ?? false,
        grants: input?.grants ?? [],
      };
    });
    const byId = new Map(everyone.map((one) => [one.id, one]));
    const get = ({ id }: Wanted): ReachPerson => {
      const found = byId.get(id);
      if (!found) throw new Error('the world lost a person');
      return found;
    };
    const realize = (plan: Plan): ReachOrganization => {
      const { people } = plan;
      return {
        organization: plan.organization,
        departments: plan.departments,
        director: get(people.director),
        leads: [get(people.firstLead), get(people.secondLead)],
        supervisor: get(people.supervisor),
        learners: [get(people.learner), get(people.secondLearner)],
        otherLearner: get(people.otherLearner),
        loneLearner: get(people.loneLearner),
        hr: get(people.hr),
        inspector: get(people.inspector),
        hrManager: get(people.hrManager),
        hrManagersReport: get(people.hrManagersReport),
        inactive: get(people.inactive),
        mustChange: get(people.mustChange),
      };
    };
    return {
      admin: get(single.admin),
      crossReport: get(single.crossReport),
      guestInspector: get(single.guestInspector),
      formerInspector: get(single.formerInspector),
      outsider: get(single.outsider),
      organizations: [realize(alpha), realize(beta), realize(gamma)],
      everyone,
    };
  });
}

type Plan = ReturnType<typeof planOrganization>;

const person = (firstName: string, lastName: string): Wanted => ({ id: newId(), firstName, lastName });

function planOrganization(
  organization: FixtureOrganization,
  all: readonly FixtureDepartment[],
  index: number,
) {
  const [research, data] = all.filter((department) => department.organizationId === organization.id);
  if (!research || !data) throw new Error('an organization of the world has two departments');
  const name = organization.name.split(' ')[0] ?? String(index);
  const organizationId = organization.id;
  const member = (lastName: string, more: Partial<UserInput> = {}): Wanted => ({
    ...person(name, lastName),
    organizationId,
    departmentId: research.id,
    jobTitle: 'Clinical Research',
    ...more,
  });
  const director = member('Director', { role: 'manager' });
  const firstLead = member('Lead', { role: 'manager', managerId: director.id });
  const secondLead = member('Lead Two', { role: 'manager', managerId: director.id, departmentId: data.id });
  const supervisor = member('Supervisor', { role: 'manager', managerId: firstLead.id });
  const hrManager = member('HR Manager', {
    role: 'manager',
    managerId: director.id,
    grants: [{ kind: 'hr', organizationId }],
  });
  return {
    organization,
    organizationId,
    departments: [research, data] as const,
    // Managers stand before their reports.
    people: {
      director,
      firstLead,
      secondLead,
      supervisor,
      hrManager,
      learner: member('Learner', { managerId: supervisor.id }),
      secondLearner: member('Learner Two', { managerId: supervisor.id, jobTitle: null }),
      otherLearner: member('Other Learner', { managerId: secondLead.id, departmentId: data.id }),
      loneLearner: member('Lone Learner', { departmentId: null }),
      hr: member('HR', { managerId: director.id, grants: [{ kind: 'hr', organizationId }] }),
      inspector: member('Inspector', { grants: [{ kind: 'inspector', organizationId }] }),
      hrManagersReport: member('HR Report', { managerId: hrManager.id }),
      inactive: member('Inactive', { managerId: supervisor.id, isActive: false }),
      mustChange: member('Must Change', { managerId: supervisor.id, mustChangePassword: true }),
    },
  };
}
