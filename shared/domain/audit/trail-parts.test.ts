import { describe, expect, test } from 'vitest';
import { changesOf, entryOf, fieldOf, namesOfEntries, namesOfParts, partOf } from './trail-parts.ts';
import type { NameOf, TrailCommand, TrailEvent } from './trail.ts';

const names: Readonly<Record<string, string>> = {
  'person u1': 'Ana Ruiz',
  'person u2': 'Tom Fisher',
  'person u3': 'Erased person 1234abcd',
  'organization 1': 'Alpha Clinic',
  'department 4': 'Data Management',
  'assignment 7': 'GCP basics',
};
const nameOf: NameOf = (of, id) => names[`${of} ${id}`];

const event = (given: Partial<TrailEvent>): TrailEvent => ({
  id: 11,
  kind: 'update',
  subjectId: null,
  type: 'users',
  recordId: 'u2',
  data: {},
  ...given,
});
const command = (given: Partial<TrailCommand>): TrailCommand => ({
  ...event({ id: 10, kind: 'command', type: null, recordId: null, data: null }),
  action: 'user.changed',
  at: '2026-03-05T14:30:00.000Z',
  actorId: 'u1',
  outcome: 'ok',
  reason: null,
  address: null,
  job: null,
  commandLine: null,
  requested: true,
  events: [],
  ...given,
});

describe('[AUD-03] a value', () => {
  test.each([
    ['training_assignments', 'due_date', '2026-03-31', { kind: 'day', text: '2026-03-31' }],
    [
      'users',
      'erased_at',
      '2026-03-05T14:30:00+00:00',
      { kind: 'instant', text: '2026-03-05T14:30:00.000Z' },
    ],
    [
      'user_grants',
      'valid_until',
      '2026-03-05T14:30:00+00:00',
      { kind: 'instant', text: '2026-03-05T14:30:00.000Z' },
    ],
    ['hr_registrations', 'valid_until', '2026-03-05', { kind: 'day', text: '2026-03-05' }],
    ['users', 'is_active', false, { kind: 'flag', text: 'false' }],
    ['users', 'role', 'manager', { kind: 'code', text: 'manager' }],
    ['users', 'job_title', 'Nurse', { kind: 'text', text: 'Nurse' }],
    ['users', 'manager_id', 'u1', { kind: 'name', text: 'Ana Ruiz' }],
    ['users', 'manager_id', 'u3', { kind: 'name', text: 'Erased person 1234abcd' }],
    ['users', 'department_id', 4, { kind: 'name', text: 'Data Management' }],
    ['users', 'department_id', 99, { kind: 'name', text: null }],
    ['users', 'settings', { language: 'es' }, { kind: 'content', text: null }],
    ['training_assignments', 'score', 82.5, { kind: 'number', text: '82.5' }],
    ['settings', 'value', 12, { kind: 'number', text: '12' }],
    ['settings', 'value', { at: 8 }, { kind: 'content', text: null }],
  ] as const)('%s.%s %j is told as what it is, never as id or JSON', (type, column, value, told) => {
    const [change] = changesOf(event({ type, data: { before: {}, after: { [column]: value } } }), nameOf);
    expect(change).toMatchObject({ before: null, after: told });
  });
});

test('[AUD-03] an update tells before and after by field; keys, hashes and columns of the program stay silent', () => {
  const data = {
    before: { due_date: '2026-03-01', revision: 3, updated_at: '2026-01-01T00:00:00+00:00' },
    after: { due_date: null, revision: 4, updated_at: '2026-01-02T00:00:00+00:00' },
  };
  expect(changesOf(event({ type: 'training_assignments', data }), nameOf)).toEqual([
    { field: 'due_date', before: { kind: 'day', text: '2026-03-01' }, after: null },
  ]);
  expect(fieldOf('users', 'no_such_column')).toBeNull();
});

test('[AUD-03] a secret that changed is told by its field alone', () => {
  const data = { before: {}, after: {}, secrets: ['password_hash'], secretHashes: { password_hash: 'abc' } };
  const changes = changesOf(event({ data }), nameOf);
  expect(changes).toEqual([
    {
      field: 'password_hash',
      before: { kind: 'content', text: null },
      after: { kind: 'content', text: null },
    },
  ]);
});

test('[AUD-03] a command is one entry: who, what, about whom and what, what changed, why and from where', () => {
  const due = event({
    id: 12,
    type: 'training_assignments',
    recordId: '7',
    subjectId: 'u2',
    data: { before: { due_date: '2026-03-01' }, after: { due_date: '2026-04-01' } },
  });
  const place = event({ id: 11, kind: 'insert', type: 'user_periods', recordId: '1', subjectId: 'u2' });
  expect(
    entryOf(
      command({
        action: 'assignment.due_date_changed',
        reason: 'On leave',
        address: '192.0.2.7',
        events: [place, due],
      }),
      nameOf,
    ),
  ).toEqual({
    id: 10,
    at: '2026-03-05T14:30:00.000Z',
    kind: 'command',
    action: 'assignment.due_date_changed',
    outcome: 'ok',
    actor: { id: 'u1', name: 'Ana Ruiz' },
    people: [{ id: 'u2', name: 'Tom Fisher' }],
    peopleCount: 1,
    record: { type: 'training_assignments', name: 'GCP basics' },
    recordCount: 1,
    reason: 'On leave',
    origin: 'request',
    from: '192.0.2.7',
    changes: [
      {
        field: 'due_date',
        before: { kind: 'day', text: '2026-03-01' },
        after: { kind: 'day', text: '2026-04-01' },
      },
    ],
  });
});

test('[AUD-03] who acts for themselves stands in the sentence once, and a person is no second record', () => {
  const own = event({ recordId: 'u1', subjectId: 'u1', data: { before: {}, after: { job_title: 'Nurse' } } });
  const entry = entryOf(command({ action: 'profile.changed', events: [own] }), nameOf);
  expect(entry).toMatchObject({ people: [], peopleCount: 0, record: null });
});

test.each([
  [
    { job: 'reminders.sweep', requested: false },
    { origin: 'job', from: 'reminders.sweep' },
  ],
  [
    { commandLine: 'unlock', requested: false },
    { origin: 'command_line', from: 'unlock' },
  ],
  [{ requested: false }, { origin: 'system', from: null }],
])('[AUD-03] without a request the origin is the job, the command line or the system: %j', (given, told) => {
  expect(entryOf(command({ actorId: null, ...given }), nameOf)).toMatchObject({ actor: null, ...told });
});

test('[AUD-03] many people are counted and the first are named; long texts are cut beside the sentence, not in the part', () => {
  const long = 'x'.repeat(500);
  const events = ['u1', 'u2', 'u3'].map((id, index) =>
    event({ id: 20 + index, recordId: id, subjectId: id, data: { before: {}, after: { job_title: long } } }),
  );
  const entry = entryOf(command({ actorId: 'u1', events }), nameOf);
  expect(entry).toMatchObject({ peopleCount: 2, recordCount: 3 });
  expect(entry.changes[0]?.after?.text).toHaveLength(161);
  expect(partOf(events[0] ?? event({}), nameOf).changes[0]?.after?.text).toBe(long);
});

test('[AUD-03] a deleted record is called by what it stored; every record that must be named is asked for once', () => {
  const gone = event({
    kind: 'delete',
    type: 'module_categories',
    recordId: '5',
    data: { before: { name: 'Laboratory', color_index: 2 } },
  });
  expect(partOf(gone, nameOf).record).toEqual({ type: 'module_categories', name: 'Laboratory' });
  const moved = event({
    subjectId: 'u2',
    data: { before: { department_id: 4 }, after: { department_id: 5, manager_id: 'u1' } },
  });
  const wanted = namesOfParts([command({ events: [gone, moved, moved] })]);
  expect(Object.fromEntries(wanted)).toEqual({
    person: ['u1', 'u2'],
    category: ['5'],
    department: ['4', '5'],
  });
});

test('[AUD-03] an entry asks for exactly the names that it tells: those of its people and of its main record', () => {
  const made = event({
    kind: 'insert',
    type: 'training_assignments',
    recordId: '7',
    subjectId: 'u3',
    data: { after: { user_id: 'u3', module_id: 9 } },
  });
  const moved = event({
    subjectId: 'u2',
    data: { before: { department_id: 4 }, after: { department_id: 5, manager_id: 'u1' } },
  });
  for (const one of [
    command({ events: [made, moved] }),
    command({ events: [made] }),
    command({ events: [] }),
    command({ kind: 'access', type: 'training_modules', recordId: '9' }),
  ]) {
    const told = new Map<string, Set<string>>();
    entryOf(one, (of, id) => {
      told.set(of, (told.get(of) ?? new Set()).add(id));
      return id;
    });
    // The actor is not among the people concerned, and so asked for once.
    const wanted = [...namesOfEntries([one])].map(([of, ids]) => [of, new Set(ids)] as const);
    expect(new Map(wanted)).toEqual(told);
  }
  expect(Object.fromEntries(namesOfEntries([command({ events: [made, moved] })]))).toEqual({
    person: ['u1', 'u3', 'u2'],
    department: ['4', '5'],
  });
});

test('[AUD-03] what a redaction left of a payload is told without what it took', () => {
  const left = event({ data: { before: {}, after: { job_title: '[erased]' } } });
  expect(changesOf(left, nameOf)).toEqual([
    { field: 'job_title', before: null, after: { kind: 'text', text: '[erased]' } },
  ]);
});
