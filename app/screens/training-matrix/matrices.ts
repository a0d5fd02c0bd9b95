import type { curriculaContract } from '#shared/contract/curricula.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { fullName, type NameFacts } from '#shared/domain/people/names.ts';

/** A matrix as its card shows it. */
export type Matrix = ResponseOf<typeof curriculaContract.matrices>[number];
/** A module on the card of a matrix. */
export type MatrixModule = Matrix['families'][number]['modules'][number];

/** Cards on a page. */
export const cardsOnPage = 24;

/** What the address of the page says, with its defaults (UI.md: filters live in the URL). */
export const viewDefaults = {
  q: '',
  department: '',
  page: '1',
  /** The only matrix that is listed: how other pages lead to one. */
  show: '',
  /** An open dialog: `assign-templates`, `template`, `people` or `assign`. */
  dialog: '',
  /** The matrix that a dialog is about. */
  matrix: '',
  /** Whom the list of people shows. */
  group: 'assigned',
  /** The matrix that is assigned: how other pages open the dialog. */
  assign: '',
} as const;

/** The state of the page as it is in the address. */
export type MatrixView = Readonly<Record<keyof typeof viewDefaults, string>>;
/** Changes the address. */
export type PatchView = (changes: Partial<Record<keyof typeof viewDefaults, string>>) => void;

/** The name of a person of a list, the email where there is none. */
export const nameOf = (person: NameFacts & { readonly email: string }): string =>
  fullName(person) || person.email;

/** Where a matrix holds: its name alone may be in two organizations. */
export const fullNameOf = (matrix: Pick<Matrix, 'name' | 'organizationName'>): string =>
  [matrix.name, matrix.organizationName].filter(Boolean).join(', ');
