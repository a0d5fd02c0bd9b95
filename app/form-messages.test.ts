import { i18n, type Messages } from '@lingui/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { bothFactorsForm, confirmForm, enrolForm } from '#shared/contract/account-security.ts';
import { optionalReasonBody } from '#shared/contract/common.ts';
import { manualPasswordForm, secondFactorForm, signInForm } from '#shared/contract/accounts.ts';
import { departmentRename } from '#shared/contract/department-schemas.ts';
import { forgotForm } from '#shared/contract/password-reset.ts';
import { profileChange } from '#shared/contract/people-schemas.ts';
import { defaultSettings } from '#shared/domain/people/settings.ts';
import { departmentRefusals } from '#app/features/people/department-form.ts';
import type { PersonRow } from '#app/features/people/people.ts';
import { passwordRules } from '#app/features/security/password-rules.ts';
import { validateBy } from '#app/lib/forms.ts';
import { newOrganization, refusals } from '#app/screens/organizations/organization-form.ts';
import { settingsRefusals, valuesOf as settingsOf } from '#app/screens/settings/settings-form.ts';
import { grantRefusals, type GrantValues } from '#app/screens/users/grant-form.ts';
import { changeRefusals, newUser, newUserRefusals, valuesOf } from '#app/screens/users/user-form.ts';

type Values = Readonly<Record<string, unknown>>;
type Refuse = (values: never) => Readonly<Record<string, string | undefined>>;
/** What is wrongly entered in a field, and what is said there in English. */
type Row = readonly [field: string, bad: unknown, message: string];

const long = (length: number): string => 'x'.repeat(length);
const control = 'two\u0007bells';
const oneLine = 'Must be one line of text';
/** A zero-width space, a soft hyphen, a filler of Hangul, an empty braille cell and a turned direction. */
const unseen = '\u200B\u00AD\u3164\u2800\u202E';
const valid = { email: 'ann@people.example', firstName: 'Ann', lastName: 'Lee' };
const seen = { ...valid, id: 'u_1', organizationId: null, organizationName: null } as PersonRow;
const stored = valuesOf(seen);
const passwords = {
  currentPassword: 'the old one',
  newPassword: 'walk-seven',
  confirmPassword: 'walk-seven',
};
const chosen = (min: number, currentRequired: boolean) => (values: typeof passwords) =>
  passwordRules(values, { currentRequired, min });

const email: readonly Row[] = [
  ['email', '', 'Valid email required'],
  ['email', 'nowhere', 'Valid email required'],
  ['email', 'ann@nowhere', 'Valid email required'],
  ['email', `${long(250)}@people.example`, 'Valid email required'],
];
const person: readonly Row[] = [
  ['firstName', '', 'First name required'],
  ['firstName', '  ', 'First name required'],
  ['firstName', unseen, 'First name required'],
  ['firstName', 'two\u2028lines', oneLine],
  ['firstName', long(101), 'At most 100 characters'],
  ['firstName', control, oneLine],
  ['lastName', '', 'Last name required'],
  ['lastName', unseen, 'Last name required'],
  ['lastName', long(101), 'At most 100 characters'],
  ['lastName', control, oneLine],
  ...email,
  ['jobTitle', long(201), 'At most 200 characters'],
  ['jobTitle', control, oneLine],
];
const newPasswords = (min: number): readonly Row[] => [
  ['newPassword', '', `Password must be at least ${String(min)} characters`],
  ['newPassword', long(min - 1), `Password must be at least ${String(min)} characters`],
  ['confirmPassword', long(min - 1), `Password must be at least ${String(min)} characters`],
  ['confirmPassword', 'another-long-password', "Passwords don't match"],
];
const reason: Row = ['reason', long(501), 'At most 500 characters'];
const wrongCodes: readonly Row[] = [
  ['code', ' ', 'Enter a code'],
  ['code', long(41), 'At most 40 characters'],
];
const ownPassword: readonly Row[] = [
  ['currentPassword', '', 'Password is required'],
  ['currentPassword', long(1025), 'At most 1024 characters'],
];

/** Every form of 'Access and people': its own rules, a form without a fault, and each fault of SPEC §5 and beyond. */
const forms: readonly (readonly [form: string, rules: Refuse, good: Values, rows: readonly Row[]])[] = [
  [
    'sign-in',
    validateBy(signInForm),
    { email: valid.email, password: 'walk' },
    [
      ...email.map(([field, bad]): Row => [field, bad, 'Please enter a valid email address']),
      ['password', '', 'Password is required'],
      ['password', long(1025), 'At most 1024 characters'],
    ],
  ],
  [
    'forgotten password',
    validateBy(forgotForm),
    { email: valid.email },
    [['email', 'nowhere', 'Please enter a valid email address']],
  ],
  ['second factor', validateBy(secondFactorForm), { code: '123 456' }, wrongCodes],
  ['first code', validateBy(confirmForm), { code: '123 456' }, wrongCodes],
  ['enrolment', validateBy(enrolForm), { currentPassword: 'walk' }, ownPassword],
  [
    'password and code again',
    validateBy(bothFactorsForm),
    { currentPassword: 'walk', code: '123456' },
    [...ownPassword, ...wrongCodes],
  ],
  ['password gate, activation', chosen(8, false), { ...passwords, currentPassword: '' }, newPasswords(8)],
  [
    'password gate and Settings, own password',
    chosen(8, true),
    passwords,
    [['currentPassword', '', 'Password is required'], ...newPasswords(8)],
  ],
  [
    'reset password, regulated',
    chosen(15, false),
    { ...passwords, newPassword: long(15), confirmPassword: long(15) },
    newPasswords(15),
  ],
  [
    'Add User',
    newUserRefusals,
    { ...newUser, ...valid, presetPassword: '', reason: '' },
    [
      ...person,
      ['presetPassword', '1234567', 'Password must be at least 8 characters long'],
      ['presetPassword', long(129), 'At most 128 characters'],
      ['managerId', 'no user', 'Not a user id'],
    ],
  ],
  [
    'Edit User',
    (values) => changeRefusals(seen, values),
    { ...stored, lastName: 'Lind', reason: '' },
    [...person, reason],
  ],
  [
    'Set password',
    validateBy(manualPasswordForm),
    { password: 'trail-7' },
    [
      ['password', '  12345 ', 'Password must be at least 6 characters'],
      ['password', long(129), 'Password must be at most 128 characters'],
    ],
  ],
  ['Reset two-factor', validateBy(optionalReasonBody), { reason: 'Lost phone' }, [reason]],
  [
    'Give access to hr',
    grantRefusals,
    { kind: 'hr', organizationId: '1', expiresOn: '', reason: '' } satisfies GrantValues,
    [['organizationId', '', 'This person has no organization.'], reason],
  ],
  [
    'Give access',
    grantRefusals,
    {
      kind: 'inspector',
      organizationId: '1',
      expiresOn: '2026-12-31',
      reason: '',
    } satisfies GrantValues,
    [
      ['organizationId', '', 'Choose an organization'],
      ['expiresOn', '', 'An inspector needs an expiry date'],
      ['expiresOn', '2026-02-30', 'Must be a date like 2026-01-31'],
      reason,
    ],
  ],
  [
    'Create New Department',
    departmentRefusals,
    { name: 'Ward', organizationId: '1' },
    [
      ['name', ' ', 'Please fill in all fields'],
      ['name', unseen, 'Please fill in all fields'],
      ['organizationId', '', 'Please fill in all fields'],
      ['name', long(201), 'At most 200 characters'],
      ['name', control, oneLine],
    ],
  ],
  [
    'Rename department',
    validateBy(departmentRename),
    { name: 'Ward' },
    [
      ['name', ' ', 'Department name is required'],
      ['name', long(201), 'At most 200 characters'],
      ['name', control, oneLine],
    ],
  ],
  ...([false, true] as const).map(
    (editing) =>
      [
        editing ? 'Edit Organization' : 'Add Organization',
        (values) => refusals(values, editing),
        { ...newOrganization, name: 'Hillcrest' },
        [
          ['name', ' ', 'Organization name is required'],
          ['name', unseen, 'Organization name is required'],
          ['name', long(201), 'At most 200 characters'],
          ['name', control, oneLine],
          ['type', '', 'Organization type is required'],
          ['type', long(101), 'At most 100 characters'],
          ['type', control, oneLine],
          ['description', long(2001), 'At most 2000 characters'],
          ['description', control, 'Contains characters that are not text'],
          ['slug', 'Not A Slug', 'Use lowercase letters, digits and single dashes between them'],
          ['timeZone', 'the moon', 'Must be a time zone such as Europe/Berlin'],
          ['titlePattern', long(101), 'At most 100 characters'],
          ['titlePattern', control, oneLine],
          ['maxSessionTimeout', '', 'From 5 to 480 minutes'],
          ['maxSessionTimeout', 4, 'From 5 to 480 minutes'],
          ['maxSessionTimeout', 481, 'From 5 to 480 minutes'],
        ],
      ] satisfies (typeof forms)[number],
  ),
  ['profile', validateBy(profileChange), { ...valid, jobTitle: '' }, person],
  [
    'settings',
    settingsRefusals,
    settingsOf(defaultSettings),
    ['', 4, 481, 30.5, 'soon'].map((bad): Row => ['sessionTimeout', bad, 'From 5 to 480 minutes']),
  ],
];

/** The messages of SPEC §5 for these forms, to the letter. */
const specified = [
  'Please enter a valid email address',
  'Password is required',
  'Password must be at least 8 characters',
  "Passwords don't match",
  'Valid email required',
  'First name required',
  'Last name required',
  'Password must be at least 8 characters long',
  'Please fill in all fields',
  'Organization name is required',
  'Organization type is required',
];

const catalogues = import.meta.glob<{ messages: Messages }>('./locales/*/*.po', { eager: true });
function speak(language: string): void {
  const parts = ['public', 'app', 'staff'].map((part) => {
    const messages = catalogues[`./locales/${part}/${language}.po`]?.messages;
    if (!messages) throw new Error(`There is no catalogue ${part} in ${language}`);
    return messages;
  });
  i18n.loadAndActivate({ locale: language, messages: Object.assign({}, ...parts) });
}

const rows = forms.flatMap(([form, rules, good, faults]) =>
  faults.map(([field, bad, message]) => ({ form, rules, values: { ...good, [field]: bad }, field, message })),
);
const refused = (rules: Refuse, values: Values) => rules(values as never);

describe.each(['en', 'es', 'fr', 'de'])('in %s', (language) => {
  beforeAll(() => speak(language));

  test.each(rows)('[SEC-01] [SHELL-09] $form, $field: $message', ({ rules, values, field, message }) => {
    const told = refused(rules, values)[field];
    if (language === 'en') return expect(told).toBe(message);
    expect(told).toEqual(expect.any(String));
    expect(told, 'stands in English').not.toBe(message);
    // The figures of the message come through, and no place for one stays open.
    expect(told?.match(/\d+/g)).toEqual(message.match(/\d+/g));
    expect(told).not.toMatch(/[{}]/);
    return undefined;
  });
});

test.each(forms)('[SEC-01] %s: nothing is said where nothing is wrong', (_, rules, good) => {
  expect(refused(rules, good)).toEqual({});
});

test('[SHELL-09] each message of SPEC §5 for these forms is in the table', () => {
  const told = new Set(rows.map(({ message }) => message));
  expect(specified.filter((message) => !told.has(message))).toEqual([]);
});
