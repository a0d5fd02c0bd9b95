import fc from 'fast-check';
import { expect, test } from 'vitest';
import { userForm } from '#shared/contract/people-schemas.ts';
import { formulaSafe } from '#shared/domain/reports/csv.ts';
import { importFields, isSecretHeading, proposeMapping, refuseMapping } from './fields.ts';
import { planImport } from './plan-import.ts';
import type { ImportOptions, ImportContext, PersonNow } from './plan-types.ts';
import { readRow } from './read-row.ts';

const options: ImportOptions = {
  organizationId: 1,
  createDepartments: true,
  createJobTitles: true,
  raiseManagers: true,
  completeFile: false,
};
const person = (id: string, fields: Partial<PersonNow> = {}): PersonNow => ({
  id,
  email: `${id}@people.example`,
  externalId: null,
  firstName: 'First',
  lastName: id,
  role: 'learner',
  organizationId: 1,
  departmentId: null,
  managerId: null,
  jobTitle: null,
  isActive: true,
  ...fields,
});
const worldOf = (people: readonly PersonNow[]): ImportContext => ({
  people,
  organizations: [
    { id: 1, name: 'North', isActive: true },
    { id: 2, name: 'South', isActive: true },
    { id: 3, name: 'Old', isActive: false },
  ],
  departments: [{ id: 10, name: 'Data', organizationId: 1 }],
  retiredEmails: new Map([['gone@people.example', 'gone']]),
  importerId: 'boss',
});

/** Plans rows of 'email, first, last, …' with headings. */
function plan(
  headings: string,
  lines: readonly string[],
  people: readonly PersonNow[] = [],
  more: Partial<ImportOptions> = {},
) {
  const mapping = proposeMapping(headings.split(','));
  const rows = lines.map((line, at) => readRow(at + 2, line.split(','), mapping));
  return planImport(rows, worldOf(people), { ...options, ...more });
}

const outcomes = (...asked: Parameters<typeof plan>) =>
  plan(...asked).rows.map(({ outcome, problems }) => problems[0]?.reason ?? outcome);

test.each([
  [
    'First Name,Last Name,Email,Username,Activated,Location,Job Title,Employee Number,Company,Manager',
    {
      first_name: 0,
      last_name: 1,
      email: 2,
      active: 4,
      job_title: 6,
      external_id: 7,
      organization: 8,
      manager: 9,
    },
  ],
  [
    'id;email;firstName;lastName;username;administrativeCode;plainPassword;roles.name;mainOrganization.name',
    { email: 1, first_name: 2, last_name: 3, external_id: 5, organization: 8 },
  ],
  ['username;password;firstname;lastname;email;course1', { first_name: 2, last_name: 3, email: 4 }],
  [
    'Correo electrónico;Nombre;Apellidos;Puesto;Departamento;Responsable',
    { email: 0, first_name: 1, last_name: 2, job_title: 3, department: 4, manager: 5 },
  ],
  [
    'E-Mail;Vorname;Nachname;Abteilung;Führungskraft;Personalnummer',
    { email: 0, first_name: 1, last_name: 2, department: 3, manager: 4, external_id: 5 },
  ],
  [
    'Courriel;Prénom;Nom de famille;Service;Fonction;Matricule',
    { email: 0, first_name: 1, last_name: 2, department: 3, job_title: 4, external_id: 5 },
  ],
  ['Foo;Bar', {}],
])('[USR-06] the headings %s propose a mapping', (headings, mapping) => {
  expect(proposeMapping(headings.split(/[;,]/))).toEqual(mapping);
});

test('[USR-06] the columns of an export are recognized, each for itself', () => {
  expect(Object.entries(proposeMapping(importFields))).toEqual(importFields.map((field, at) => [field, at]));
});

test.each(['password', 'plainPassword', 'Passwort', 'Contraseña', 'Mot de passe', 'PWD', 'Kennwort', 'pass'])(
  '[USR-06] a column named %s has passwords',
  (heading) => {
    expect(isSecretHeading(heading)).toBe(true);
    expect(refuseMapping({ email: 0, role: 1 }, ['email', heading])).toBe('import_column_secret');
  },
);

test('[USR-06] a mapping needs a key, and uses each column once', () => {
  expect(['Passport', 'Compass', 'Email', 'Department'].filter(isSecretHeading)).toEqual([]);
  expect(refuseMapping({ first_name: 0 }, ['a'])).toBe('import_needs_key');
  expect(refuseMapping({ email: 0, role: 0 }, ['a'])).toBe('import_column_twice');
  expect(refuseMapping({ email: 3 }, ['a'])).toBe('import_column_unknown');
  expect(refuseMapping({ external_id: 1 }, ['a', 'b'])).toBeNull();
});

const head = 'email,first_name,last_name,role,organization,department,job_title,manager,active,external_id';

test.each([
  [',A,B', 'import_key_missing'],
  ['nobody,A,B', 'import_email_invalid'],
  ['a@b.example,,B', 'import_name_missing'],
  ['a@b.example,\u200B\u3164\u2800,B', 'import_name_missing'],
  ['a@b.example,A,\u00AD\u202E', 'import_name_missing'],
  ['a@b.example,A\u0085,B', 'import_not_one_line'],
  ['a@b.example,\u200B=HYPERLINK(),B', 'import_formula'],
  [`a@b.example,${'x'.repeat(101)},B`, 'import_too_long'],
  ['a@b.example,A\u0007,B', 'import_not_one_line'],
  ['a@b.example,=HYPERLINK(),B', 'import_formula'],
  ['a@b.example,A,B,boss', 'import_role_unknown'],
  ['a@b.example,A,B,,East', 'import_organization_unknown'],
  ['a@b.example,A,B,,Old', 'import_organization_archived'],
  ['a@b.example,A,B,,,,,,maybe', 'import_active_unknown'],
  ['a@b.example,A,B,,,,,nobody@b.example', 'import_manager_unknown'],
  ['a@b.example,A,B,,,,,a@b.example', 'import_manager_self'],
  ['a@b.example,A,B,,,,,off@people.example', 'import_manager_inactive'],
  ['a@b.example,A,B,,,,,l@people.example', 'import_manager_role'],
  ['a@b.example,A,B,,,,,First same', 'import_manager_ambiguous'],
  ['gone@people.example,A,B', 'import_email_retired'],
  ['l@people.example,A,B,,,,,,,X1', 'import_two_people'],
  ['has@people.example,A,B,,,,,,,X9', 'import_other_external_id'],
  ['boss@people.example,New,Name', 'import_own_account'],
  ['boss@people.example,First,boss,learner', 'import_own_account'],
  ['boss@people.example,First,boss,admin,,Data', 'moved'],
  ['l@people.example,First,l', 'unchanged'],
  ['l@people.example,Fi\u00ADrst\u00A0,\u202El', 'unchanged'],
  ['l@people.example,First,l,,\u00A0NORTH', 'unchanged'],
  ['L@People.Example,First,l', 'unchanged'],
  ['l@people.example,First,l,manager', 'changed'],
  ['l@people.example,First,l,,South', 'moved'],
  ['l@people.example,First,l,,,,,,no', 'deactivated'],
  ['off@people.example,First,off,,,,,,yes', 'reactivated'],
  ['new@people.example,Ada,Ames,admin', 'created'],
])('[USR-06] the row %s becomes %s', (line, outcome) => {
  const people = [
    person('boss', { role: 'admin' }),
    person('off', { isActive: false, role: 'manager' }),
    person('l'),
    person('has', { externalId: 'X1', role: 'manager' }),
    person('same1', { lastName: 'same' }),
    person('same2', { lastName: 'same' }),
  ];
  expect(outcomes(head, [line], people)).toEqual([outcome]);
});

test('[USR-06] [ORG-03] spaces and what nobody sees make neither two departments nor two job titles', () => {
  const { rows, newDepartments, newJobTitles } = plan(
    head,
    [
      'a@b.example,A,B,,,Quality\u00A0 Lab,Lab  Lead',
      'b@b.example,A,B,,,quality lab,lab\u00A0lead',
      'c@b.example,A,B,,,Quality\u200B Lab\u202C,Study\u3000Nurse',
      'd@b.example,A,B,,,\u00A0da\u00ADta,study nurse',
    ],
    [person('l', { jobTitle: 'Study  Nurse' })],
  );
  expect(newDepartments).toEqual([{ organizationId: 1, name: 'Quality Lab' }]);
  expect(newJobTitles).toEqual(['Lab Lead']);
  expect(rows.map(({ after }) => after.departmentId ?? after.newDepartment)).toEqual([
    'Quality Lab',
    'Quality Lab',
    'Quality Lab',
    10,
  ]);
});

test.each(['=1+1', '+49 Lead', '@home', '-(x)', 'QA;=B;-C'])(
  '[USR-06] [R-SEC-15] the job title %s, which somebody gave themselves, keeps no export from being imported unchanged',
  (jobTitle) => {
    const people = [person('l', { jobTitle })];
    for (const cell of [formulaSafe(jobTitle), jobTitle])
      expect(
        outcomes('email,first_name,last_name,job_title', [`l@people.example,First,l,${cell}`], people),
      ).toEqual(['unchanged']);
  },
);

test('[USR-06] an address is one by the same rule as in the form of a person', () => {
  const near = fc.oneof(fc.emailAddress(), fc.stringMatching(/^[a-zA-Z0-9.@_+-]{3,20}$/));
  fc.assert(
    fc.property(near, (email) => {
      const { problems } = readRow(2, [email], { email: 0 });
      const isGood = !problems.some(({ reason }) => reason === 'import_email_invalid');
      // What begins like a formula is read without the apostrophe that an export puts before it.
      expect(isGood).toBe(userForm.shape.email.safeParse(email).success);
    }),
    { numRuns: 2000 },
  );
});

test('[USR-06] two rows with the keys of one person are refused', () => {
  const lines = ['a@b.example,A,B,X1', 'A@B.example,A,B,X2', 'c@b.example,A,B,X1'];
  expect(outcomes('email,first_name,last_name,external_id', lines)).toEqual([
    'created',
    'import_twice',
    'import_twice',
  ]);
});

test('[USR-06] [USR-08] a former address of somebody else is refused for an account too, and its person gets it back', () => {
  const people = [
    person('p', { externalId: 'X1' }),
    person('gone', { email: 'now@people.example', externalId: 'X2' }),
  ];
  const file = (id: string) => outcomes('external_id,email', [`${id},Gone@people.example`], people);
  expect([file('X1'), file('X2')]).toEqual([['import_email_retired'], ['changed']]);
});

test('[USR-06] an update by external ID changes the email; without names nobody is created', () => {
  const people = [person('p', { externalId: 'X1' })];
  const { rows } = plan(
    'external_id,email',
    ['X1,other@people.example', 'X2,new@people.example', 'X3,'],
    people,
  );
  expect(
    rows.map(({ outcome, fields, problems }) => [outcome, fields, problems.map(({ reason }) => reason)]),
  ).toEqual([
    ['changed', ['email'], []],
    ['bad', [], ['import_name_needed', 'import_name_needed']],
    ['bad', [], ['import_email_needed', 'import_name_needed', 'import_name_needed']],
  ]);
});

test('[USR-06] managers may come in any order, become managers unless the file says otherwise, and form no loop', () => {
  const columns = 'email,first_name,last_name,role,manager';
  const line = (id: string, manager: string, role = '') => `${id}@x.example,A,${id},${role},${manager}`;
  const lines = [line('a', 'b@x.example'), line('b', 'c@x.example'), line('c', '')];
  const { rows } = plan(columns, lines);
  expect(rows.map(({ after }) => [after.role, after.managerKey])).toEqual([
    ['learner', '#3'],
    ['manager', '#4'],
    ['manager', null],
  ]);
  expect(outcomes(columns, lines, [], { raiseManagers: false })).toEqual([
    'import_manager_role',
    'import_manager_role',
    'created',
  ]);
  expect(outcomes(columns, [line('a', 'b@x.example'), line('b', '', 'learner')])).toEqual([
    'import_manager_role',
    'created',
  ]);
  const loop = [...lines.slice(0, 2), line('c', 'a@x.example'), line('d', 'a@x.example')];
  expect(outcomes(columns, loop)).toEqual([
    'import_manager_loop',
    'import_manager_loop',
    'import_manager_loop',
    'created',
  ]);
  const people = [person('top', { role: 'manager' }), person('low', { role: 'manager', managerId: 'top' })];
  expect(outcomes('email,manager', ['top@people.example,low@people.example'], people)).toEqual([
    'import_manager_loop',
  ]);
});

test('[USR-06] departments and job titles are created once, where allowed', () => {
  const columns = 'email,first_name,last_name,department,job_title';
  const lines = ['a@b.example,A,B,data,Chef', 'b@b.example,A,B,Lab,chef', 'c@b.example,A,B,LAB,'];
  const made = plan(columns, lines);
  expect(made.newDepartments).toEqual([{ organizationId: 1, name: 'Lab' }]);
  expect(made.newJobTitles).toEqual(['Chef']);
  expect(made.rows.map(({ after }) => after.departmentId ?? after.newDepartment)).toEqual([10, 'Lab', 'Lab']);
  expect(outcomes(columns, lines, [], { createDepartments: false, createJobTitles: false })).toEqual([
    'import_job_title_unknown',
    'import_department_unknown',
    'import_department_unknown',
  ]);
  expect(outcomes(columns, lines.slice(1, 2), [], { organizationId: null })).toEqual([
    'import_department_alone',
  ]);
});

test('[USR-06] only a complete file proposes people for deactivation: active ones of its organizations, no administrators', () => {
  const people = [
    person('boss', { role: 'admin' }),
    person('in'),
    person('missing'),
    person('off', { isActive: false }),
    person('south', { organizationId: 2 }),
    person('root', { role: 'admin' }),
  ];
  const lines = ['in@people.example,First,in'];
  expect(plan('email,first_name,last_name', lines, people).missing).toEqual([]);
  expect(plan('email,first_name,last_name', lines, people, { completeFile: true }).missing).toEqual([
    'missing',
  ]);
});

test('[USR-06] the same file against the people that it made changes nothing, in whatever order its rows come', () => {
  const someone = fc.record({
    role: fc.constantFrom('', 'manager', 'admin'),
    organization: fc.constantFrom('', 'North', 'South'),
    title: fc.constantFrom('', 'Chef', 'Cook'),
    manager: fc.nat({ max: 9 }),
    active: fc.constantFrom('', 'yes', 'no'),
    order: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(someone, { minLength: 1, maxLength: 9 }), (made) => {
      const lines = made
        .map(({ role, organization, title, manager, active, order }, at) => ({
          order,
          // Nobody reports to somebody further down: then there are no loops.
          text: `p${String(at)}@x.example,A,P,${role},${organization},,${title},${manager < at ? `p${String(manager)}@x.example` : ''},${active},X${String(at)}`,
        }))
        .toSorted((a, b) => a.order - b.order)
        .map(({ text }) => text);
      const first = plan(head, lines);
      fc.pre(first.rows.every(({ outcome }) => outcome !== 'bad'));
      const people = first.rows.map(({ line, after }) => ({
        ...after,
        id: `#${String(line)}`,
        managerId: after.managerKey,
      }));
      const again = plan(head, lines, people, { completeFile: true });
      expect(again.rows.map(({ outcome }) => outcome)).toEqual(lines.map(() => 'unchanged'));
      expect(again).toMatchObject({ missing: [], newDepartments: [], newJobTitles: [] });
    }),
  );
});
