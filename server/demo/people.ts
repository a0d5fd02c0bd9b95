import type { GrantKind, Role } from '#shared/domain/access/permissions.ts';

/** An organization of the demo data with its departments. */
export interface DemoOrganization {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly timeZone: string;
  readonly showOnLanding: boolean;
  readonly departments: readonly string[];
}

/** Nine organizations of the kinds that SPEC §1 names; three are shown on the landing page. */
export const demoOrganizations: readonly DemoOrganization[] = [
  {
    slug: 'meridian-clinical',
    name: 'Meridian Clinical Research',
    description: 'Contract research from first-in-human to approval.',
    type: 'Clinical Research Organization',
    timeZone: 'America/New_York',
    showOnLanding: true,
    departments: ['Clinical Research', 'Data Management', 'Quality Assurance'],
  },
  {
    slug: 'summit-medical',
    name: 'Summit Medical Advisors',
    description: 'Interim medical leadership and advice for boards.',
    type: 'Medical Consulting',
    timeZone: 'Europe/London',
    showOnLanding: true,
    departments: ['Medical Affairs', 'Project Management'],
  },
  {
    slug: 'novara-health',
    name: 'Novara Health Innovation',
    description: 'Devices and software for rehabilitation.',
    type: 'Healthcare Innovation',
    timeZone: 'America/Los_Angeles',
    showOnLanding: true,
    departments: ['Healthcare Analytics', 'Regulatory Affairs'],
  },
  {
    slug: 'harbor-oncology',
    name: 'Harbor Oncology Network',
    description: 'Outpatient oncology and early trials.',
    type: 'Medical Training',
    timeZone: 'America/Chicago',
    showOnLanding: false,
    departments: ['Clinical Research'],
  },
  {
    slug: 'lakeside-labs',
    name: 'Lakeside Laboratories',
    description: 'Central laboratory and biobank.',
    type: 'Medical Training',
    timeZone: 'America/Chicago',
    showOnLanding: false,
    departments: ['Quality Assurance'],
  },
  {
    slug: 'aurora-data',
    name: 'Aurora Data Sciences',
    description: 'Statistics and data management for trials.',
    type: 'Medical Training',
    timeZone: 'Europe/Berlin',
    showOnLanding: false,
    departments: ['Data Management'],
  },
  {
    slug: 'cedar-regulatory',
    name: 'Cedar Regulatory Services',
    description: 'Submissions and regulatory strategy.',
    type: 'Medical Training',
    timeZone: 'Europe/Paris',
    showOnLanding: false,
    departments: ['Regulatory Affairs'],
  },
  {
    slug: 'brightwell-devices',
    name: 'Brightwell Devices',
    description: 'Monitoring devices for the home.',
    type: 'Healthcare Innovation',
    timeZone: 'UTC',
    showOnLanding: false,
    departments: ['Healthcare Analytics'],
  },
  {
    slug: 'willow-academy',
    name: 'Willow Training Academy',
    description: 'Courses for study nurses and coordinators.',
    type: 'Medical Training',
    timeZone: 'Europe/Madrid',
    showOnLanding: false,
    departments: ['Project Management'],
  },
];

/** A person of the demo data; `manager` is the email of a person earlier in the list. */
export interface DemoPerson {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly organization: string | null;
  readonly department: string | null;
  readonly jobTitle: string | null;
  readonly manager: string | null;
  readonly grants: readonly { readonly kind: GrantKind; readonly organization: string }[];
  readonly mustChangePassword: boolean;
  readonly isActive: boolean;
}

const account = (
  email: string,
  name: readonly [string, string],
  role: Role,
  more: Partial<DemoPerson> = {},
): DemoPerson => ({
  email: `${email}@demo.example`,
  firstName: name[0],
  lastName: name[1],
  role,
  organization: 'meridian-clinical',
  department: 'Clinical Research',
  jobTitle: 'Clinical Research',
  manager: null,
  grants: [],
  mustChangePassword: false,
  isActive: true,
  ...more,
});

/** The accounts that are printed at the first start (DESIGN 'Starting it'). */
const accounts: readonly DemoPerson[] = [
  account('admin', ['Alexandra', 'Reyes'], 'admin', { department: null, jobTitle: 'Administration' }),
  account('manager', ['Marcus', 'Lindqvist'], 'manager'),
  account('learner', ['Leila', 'Haddad'], 'learner', { manager: 'manager@demo.example' }),
  account('hr', ['Helen', 'Okafor'], 'learner', {
    department: 'Quality Assurance',
    jobTitle: 'Administration',
    manager: 'manager@demo.example',
    grants: [{ kind: 'hr', organization: 'meridian-clinical' }],
  }),
  account('inspector', ['Ingrid', 'Sorensen'], 'learner', {
    organization: null,
    department: null,
    jobTitle: null,
    grants: [{ kind: 'inspector', organization: 'meridian-clinical' }],
  }),
  account('new', ['Noah', 'Fischer'], 'learner', {
    manager: 'manager@demo.example',
    mustChangePassword: true,
  }),
];

const firstNames = [
  'Amara',
  'Ben',
  'Chiara',
  'Daniel',
  'Elif',
  'Felix',
  'Grace',
  'Hugo',
  'Isabel',
  'Jonas',
  'Keiko',
  'Lucas',
  'Mina',
  'Nikolai',
  'Olivia',
  'Pedro',
  'Quinn',
  'Rosa',
  'Samir',
  'Tessa',
  'Umar',
  'Vera',
  'William',
  'Ximena',
  'Yusuf',
  'Zofia',
];
const lastNames = [
  'Abara',
  'Bianchi',
  'Castillo',
  'Dubois',
  'Eriksen',
  'Fontaine',
  'Gruber',
  'Hansen',
  'Ito',
  'Jansen',
  'Kowalska',
  'Larsson',
  'Moreau',
  'Novak',
  'Ortega',
  'Petrov',
  'Rahman',
  'Schmidt',
  'Tanaka',
  'Vargas',
  'Weber',
  'Yilmaz',
  'Żuraw',
];
const jobTitles: Readonly<Record<string, string>> = {
  'Clinical Research': 'Clinical Research',
  'Data Management': 'Data Management',
  'Quality Assurance': 'Quality Affairs',
  'Medical Affairs': 'Medical Affairs',
  'Project Management': 'Project Manager',
  'Healthcare Analytics': 'Healthcare Specialist',
  'Regulatory Affairs': 'Quality Affairs',
};

/** About sixty people: the accounts, then a manager and a team for every department. */
export function demoPeople(): readonly DemoPerson[] {
  const people: DemoPerson[] = [...accounts];
  let number = 0;
  for (const [place, organization] of demoOrganizations.entries()) {
    for (const department of organization.departments) {
      const size = place < 3 ? 6 : 4;
      let lead: string | null = null;
      for (let index = 0; index < size; index += 1) {
        const firstName = firstNames[(number * 7) % firstNames.length] ?? 'Ada';
        const lastName = lastNames[(number * 5) % lastNames.length] ?? 'Adler';
        number += 1;
        const email = `${plain(firstName)}.${plain(lastName)}.${String(number)}@demo.example`;
        people.push({
          email,
          firstName,
          lastName,
          role: index === 0 ? 'manager' : 'learner',
          organization: organization.slug,
          department,
          jobTitle: jobTitles[department] ?? null,
          manager: index === 0 ? (place === 0 ? 'manager@demo.example' : null) : lead,
          grants: [],
          mustChangePassword: false,
          isActive: number % 23 !== 0,
        });
        if (index === 0) lead = email;
      }
    }
  }
  return people;
}

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase();
