import path from 'node:path';
import { expect, test } from 'vitest';
import { faultsOf } from './statement-faults.ts';
import { readTypedStatements, type ColumnType } from './statement-types.ts';

const root = path.resolve(import.meta.dirname, '..');
const columns = new Map<string, ColumnType>([
  ['id', { isOptional: false, kinds: ['number'] }],
  ['name', { isOptional: false, kinds: ['string', 'null'] }],
  ['anything', { isOptional: true, kinds: null }],
]);
const place = 'server/x.ts:1';
const answered = (kinds: Record<string, ('null' | 'string' | 'number' | 'date')[]>) =>
  new Map(Object.entries(kinds).map(([column, found]) => [column, new Set(found)]));

test.each([
  ['as its type says', { id: ['number'], name: ['string', 'null'] }, []],
  ['any value where the type says so', { id: ['number'], name: ['null'], anything: ['date'] }, []],
  [
    'null where it may not be',
    { id: ['number', 'null'], name: ['null'] },
    ['id is null, its type says number'],
  ],
  ['another kind', { id: ['string'], name: ['null'] }, ['id is string, its type says number']],
  [
    'a column too many',
    { id: ['number'], name: ['null'], more: ['date'] },
    ['answers with more, which its type does not have'],
  ],
  ['a column too few', { id: ['number'] }, ['does not answer with name']],
  ['nothing', {}, []],
] as const)('a statement that answers with %s', (_, kinds, faults) => {
  const copy = Object.fromEntries(Object.entries(kinds).map(([name, found]) => [name, [...found]]));
  expect(faultsOf({ place, columns }, answered(copy))).toEqual(faults.map((fault) => `${place}: ${fault}`));
});

test('the statements of the server are read with the columns of their types', () => {
  const statements = readTypedStatements(root);
  expect(statements.length).toBeGreaterThan(300);
  const at = (file: string) => statements.find((one) => one.place.startsWith(`server/${file}:`))?.columns;
  expect(at('domains/mail/commands/resend-mails.ts')).toEqual(
    new Map([
      ['id', { isOptional: false, kinds: ['number'] }],
      ['event', { isOptional: false, kinds: null }],
    ]),
  );
  // A union of a row and a row of nulls, with an array and a date.
  const page = at('domains/hr/organization-documents.queries.ts');
  expect(page).toBeDefined();
  // A row of one of two forms, by a type parameter: what one form alone has may be left out.
  const imports = statements.filter(({ place }) =>
    place.startsWith('server/domains/people/imports/imports.store.ts:'),
  );
  const view = imports.find(({ columns }) => columns?.has('secretColumns') === true)?.columns;
  expect(view?.get('files')).toEqual({ isOptional: true, kinds: ['number'] });
  expect(view?.get('headings')).toEqual({ isOptional: false, kinds: ['list'] });
});
