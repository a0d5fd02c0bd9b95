/** Users & Roles and the CV repository: their calls and floors (USR-07, HR-02). */
import { bodyOf, type Answer, type Question } from '../against-sql.ts';
import { without } from '../agreement.ts';
import { floorSql, named, prepared, type Ask, type Prepared } from '../floor-sql.ts';

const pageLength = 50;

/** Path of the first page of Users & Roles. */
export const usersPath = `/api/users?limit=${String(pageLength)}`;

interface Shown extends Record<string, unknown> {
  readonly total?: number;
}
interface List {
  readonly rows: readonly object[];
  readonly total: number;
}

/** A page and how many there are: two statements at the same time. */
const pageAndTotal =
  (page: Prepared, total: Prepared, values: readonly unknown[] = []) =>
  async (ask: Ask): Promise<List> => {
    const [rows, [counted]] = await Promise.all([
      ask<Shown>(page, [...values, pageLength]),
      ask<{ total: number }>(total, values),
    ]);
    return { rows, total: counted?.total ?? 0 };
  };

/** A page whose rows know how many there are. */
const pageOfMatches =
  (page: Prepared, values: readonly unknown[] = []) =>
  async (ask: Ask): Promise<List> => {
    const rows = await ask<Shown>(page, [...values, pageLength]);
    return { rows: rows.map((row) => without(row, 'total')), total: rows[0]?.total ?? 0 };
  };

interface Credential {
  readonly credential: { readonly state: string; readonly at: string | null };
}

const agreeOnUsers = (found: List, [answer]: readonly Answer[]) =>
  [
    found,
    {
      rows: bodyOf<readonly Credential[]>(answer).map(({ credential, ...person }) => ({
        ...person,
        credentialState: credential.state,
        credentialAt: credential.at,
      })),
      total: answer?.total,
    },
  ] as const;

const users = (what: string, query: string, floor: Question<List>['floor']): Question<List> => ({
  what,
  path: usersPath + query,
  floor,
  agree: agreeOnUsers,
});

const byName = (page: string): Prepared => prepared(page, 'users-rows.sql', 'users-by-name.sql');

/** The first page of Users & Roles. */
export const everybody = users(
  'first page of everybody',
  '',
  pageAndTotal(byName('users-page.sql'), prepared('people-total.sql')),
);

/** Its search, its filters and another order. */
export const narrowedUsers = (organizationId: number): readonly Question<List>[] => [
  users('search in names and emails', '&q=Last431', pageOfMatches(byName('users-search.sql'), ['%Last431%'])),
  users(
    'inactive people of one organization',
    `&status=inactive&organizationId=${String(organizationId)}`,
    pageAndTotal(byName('users-filter.sql'), prepared('users-filter-total.sql'), [organizationId]),
  ),
  users(
    'everybody with the role learner',
    '&role=learner',
    pageAndTotal(byName('users-learners.sql'), prepared('users-learners-total.sql'), ['learner']),
  ),
  users(
    'everybody of one organization',
    `&organizationId=${String(organizationId)}`,
    pageAndTotal(byName('users-organization.sql'), prepared('users-organization-total.sql'), [
      organizationId,
    ]),
  ),
  users(
    'everybody with an active account',
    '&status=active',
    pageAndTotal(byName('users-active.sql'), prepared('users-active-total.sql')),
  ),
  users(
    'learners in the order of organizations',
    '&role=learner&sort=organization',
    pageAndTotal(
      prepared('users-learners-by-organization.sql', 'users-rows.sql', 'users-by-organization.sql'),
      prepared('users-learners-total.sql'),
      ['learner'],
    ),
  ),
];

const cvsPath = `/api/hr/cvs?limit=${String(pageLength)}`;

const filled = (file: string, parts: Readonly<Record<string, string>>): Prepared => {
  const all = { state: floorSql('cvs-state.sql'), ...parts };
  const text = Object.entries(all).reduce(
    (sql, [name, part]) => sql.replace(`{${name}}`, () => part),
    floorSql(file),
  );
  return named(text);
};

const cvs = (what: string, query: string, floor: Question<List>['floor']): Question<List> => ({
  what,
  path: cvsPath + query,
  floor,
  agree: (found, [answer]) => [found, { rows: answer?.body, total: answer?.total }],
});

/** The first page of the CV repository. */
export const everyCv = cvs(
  'first page of everybody',
  '',
  pageAndTotal(filled('cvs-page.sql', {}), prepared('cvs-total.sql')),
);

/** One of its states, and its search. */
export const narrowedCvs: readonly Question<List>[] = [
  cvs(
    'CVs that have expired',
    '&state=expired',
    pageOfMatches(
      filled('cvs-matches.sql', {
        limit: '$1',
        joined: `join hr_documents d on d.person_id = u.id and d.current_version_id is not null
          join hr_document_versions s on s.id = d.signed_version_id left join organizations o on o.id = u.organization_id`,
        condition: `s.valid_until < today_in('Etc/GMT-14') and s.valid_until < today_in(coalesce(o.time_zone, 'UTC'))`,
      }),
    ),
  ),
  cvs(
    'search in names and emails',
    '&q=Last431',
    pageOfMatches(
      filled('cvs-matches.sql', {
        limit: '$2',
        joined: '',
        condition: `lower(coalesce(u.first_name || ' ', '') || coalesce(u.last_name, '') || chr(10) || u.email) like lower($1)`,
      }),
      ['%Last431%'],
    ),
  ),
];
