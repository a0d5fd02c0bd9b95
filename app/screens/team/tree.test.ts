import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isUnder, linesOf, moveOf, treeOf, type Member } from '#app/screens/team/tree.ts';

const member = (id: string, managerId: string, fields: Partial<Member> = {}): Member => ({
  id,
  managerId,
  firstName: id,
  lastName: null,
  email: `${id}@team.example`,
  jobTitle: null,
  role: 'learner',
  profileImageUrl: null,
  isActive: true,
  isAway: false,
  organizationName: null,
  departmentName: null,
  displayStatus: 'active',
  hasSignedIn: true,
  status: 'compliant',
  group: 'complete',
  expiredAssignments: 0,
  completedAssignments: 0,
  totalAssignments: 0,
  overdueAssignments: 0,
  nextDueDate: null,
  today: '2026-03-01',
  ...fields,
});

const people = [
  member('ann', 'me'),
  member('bob', 'ann', { group: 'overdue' }),
  member('cid', 'ann'),
  member('dan', 'cid', { group: 'overdue' }),
  member('eve', 'me', { group: 'onTrack' }),
];
const shown = (open: readonly string[], wanted?: (one: Member) => boolean) =>
  linesOf(treeOf(people, 'me'), (id) => open.includes(id), wanted).map(
    ({ node, level, place, siblings, expanded }) =>
      `${'-'.repeat(level)}${node.member.id} ${place}/${siblings}${expanded === undefined ? '' : expanded ? ' open' : ' shut'}`,
  );

test('[MGR-02] a tree of direct and indirect reports with what stands below each', () => {
  const [ann, eve] = treeOf(people, 'me');
  expect([ann?.below, ann?.overdueBelow, eve?.below]).toEqual([3, 2, 0]);
  expect(shown([])).toEqual(['-ann 1/2 shut', '-eve 2/2']);
  expect(shown(['ann', 'cid'])).toEqual([
    '-ann 1/2 open',
    '--bob 1/2',
    '--cid 2/2 open',
    '---dan 1/1',
    '-eve 2/2',
  ]);
});

test('[MGR-02] a filter keeps the people above those whom it finds', () => {
  const all = people.map(({ id }) => id);
  expect(shown(all, (one) => isUnder(one, 'overdue'))).toEqual([
    '-ann 1/1 open',
    '--bob 1/2',
    '--cid 2/2 open',
    '---dan 1/1',
  ]);
  expect(shown(all, ({ id }) => id === 'cid')).toEqual(['-ann 1/1 open', '--cid 1/1']);
  expect(shown(all, () => false)).toEqual([]);
});

test.each([
  ['all', 6],
  ['overdue', 1],
  ['onTrack', 1],
  ['complete', 1],
  ['nothingRequired', 1],
  ['account', 2],
] as const)(
  '[MGR-02] [CMP-03] %s lets %i through; the training of inactive people counts nowhere',
  (filter, count) => {
    const some = [
      member('late', 'me', { group: 'overdue' }),
      member('gone', 'me', { group: 'overdue', isActive: false, displayStatus: 'inactive' }),
      member('new', 'me', { group: 'onTrack', hasSignedIn: false }),
      member('left', 'me', { isActive: false }),
      member('done', 'me'),
      member('free', 'me', { group: 'nothingRequired' }),
    ];
    expect(some.filter((one) => isUnder(one, filter))).toHaveLength(count);
  },
);

test('[CMP-03] each active person is under exactly one group, and the groups add up', () => {
  const groups = ['overdue', 'onTrack', 'complete', 'nothingRequired'] as const;
  for (const group of groups) {
    const one = member('one', 'me', { group });
    expect(groups.filter((filter) => isUnder(one, filter))).toEqual([group]);
  }
});

test('[MGR-02] the keys of a tree: up and down, open and shut, to the parent, to both ends', () => {
  const lines = linesOf(treeOf(people, 'me'), (id) => id === 'ann');
  expect(moveOf('ArrowDown', lines, 0)).toEqual({ to: 1 });
  expect(moveOf('ArrowUp', lines, 0)).toBeNull();
  expect(moveOf('End', lines, 0)).toEqual({ to: 3 });
  expect(moveOf('Home', lines, 3)).toEqual({ to: 0 });
  expect(moveOf('ArrowRight', lines, 0)).toEqual({ to: 1 });
  expect(moveOf('ArrowRight', lines, 2)).toEqual({ toggle: 'cid' });
  expect(moveOf('ArrowRight', lines, 1)).toBeNull();
  expect(moveOf('ArrowLeft', lines, 0)).toEqual({ toggle: 'ann' });
  expect(moveOf('ArrowLeft', lines, 1)).toEqual({ to: 0 });
  expect(moveOf('ArrowLeft', lines, 3)).toBeNull();
  expect(moveOf('a', lines, 0)).toBeNull();
});

test('[MGR-02] whatever the managers are, in circles too, everybody stands once in the tree', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const team = fc.tuple(
    ...ids.map((id) => fc.constantFrom(...ids, 'me', 'nobody').map((on) => member(id, on))),
  );
  fc.assert(
    fc.property(team, (list) => {
      const tree = treeOf(list, 'me');
      const lines = linesOf(tree, () => true);
      expect(lines.map(({ node }) => node.member.id).toSorted()).toEqual(ids);
      expect(tree.reduce((sum, { below }) => sum + 1 + below, 0)).toBe(ids.length);
    }),
  );
});

test('[MGR-02] a chain of 5,000 and a row of 5,000 are built without a deep call', () => {
  const chain = Array.from({ length: 5000 }, (_, at) => member(`p${at}`, at === 0 ? 'me' : `p${at - 1}`));
  expect(treeOf(chain, 'me')[0]?.below).toBe(4999);
  expect(linesOf(treeOf(chain, 'me'), () => true).at(-1)?.level).toBe(5000);
  const row = Array.from({ length: 5000 }, (_, at) => member(`p${at}`, 'me'));
  expect(linesOf(treeOf(row, 'me'), () => false)).toHaveLength(5000);
});
