/** The library of modules: its calls and floors (MOD-01). */
import { bodyOf, type Question } from '../against-sql.ts';
import { without } from '../agreement.ts';
import { floorSql, named } from '../floor-sql.ts';

/** As the page asks for its list: sixty, in the order of the groups, without those that are retired. */
const pageLength = 60;
const list = `/api/training-modules?retired=false&sort=group&limit=${String(pageLength)}&offset=0`;

interface Card extends Record<string, unknown> {
  readonly link: string | null;
  readonly hasText: boolean;
  readonly size: number | null;
  readonly types: readonly string[] | null;
  readonly total: number;
}

interface Shown extends Record<string, unknown> {
  readonly content: string | null;
  readonly files: readonly { readonly size: number; readonly contentType: string }[];
}

interface Filter {
  readonly condition: string;
  readonly value: string;
}

const question = (what: string, query: string, filter?: Filter): Question<readonly Card[]> => {
  const text = floorSql('modules-page.sql').replace('--narrowed', () =>
    filter ? `and ${filter.condition}` : '',
  );
  const statement = named(text);
  return {
    what,
    path: list + query,
    floor: (ask) => ask<Card>(statement, filter ? [pageLength, filter.value] : [pageLength]),
    agree: (found, [answer]) => [
      { rows: found.map((card) => without(card, 'total')), total: found[0]?.total ?? 0 },
      {
        rows: bodyOf<readonly Shown[]>(answer).map((module) => ({
          ...module,
          hasText: (module.content ?? '') !== '',
          size: module.files.length > 0 ? module.files.reduce((sum, { size }) => sum + size, 0) : null,
          types: module.files.length > 0 ? module.files.map(({ contentType }) => contentType) : null,
        })),
        total: answer?.total,
      },
    ],
  };
};

/** The first page of the library. */
export const library = question('first page of all modules', '');

/** Its search and one of its filters. */
export const narrowedLibrary: readonly Question<readonly Card[]>[] = [
  question('search in titles, descriptions and references', '&q=sterile', {
    condition: '(m.title ilike $2 or m.description ilike $2 or m.reference ilike $2)',
    value: '%sterile%',
  }),
  question('modules of one category', `&category=${encodeURIComponent('Quality Affairs')}`, {
    condition: 'm.category_id = (select id from module_categories where lower(name) = lower($2))',
    value: 'Quality Affairs',
  }),
];
