import type { curriculaContract } from '#shared/contract/curricula.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { fullName, type NameFacts } from '#shared/domain/people/names.ts';

/** A matrix as its card shows it. */
export type Matrix = ResponseOf<typeof curriculaContract.matrices>[number];
/** A module on the card of a matrix. */
export type MatrixModule = Matrix['families'][number]['modules'][number];

/** Cards on a page. */
export const cardsOnPage = 24;

/** The state of the page in the address, with its defaults (UI.md: filters live in the URL). */
export const viewDefaults = {
  q: '',
  department: '',
  page: '1',
  /** The only matrix that is listed: other pages link to one with it. */
  show: '',
  /** An open dialog: `assign-templates`, `template`, `people` or `assign`. */
  dialog: '',
  /** The matrix of an open dialog. */
  matrix: '',
  /** The group that the list of people shows. */
  group: 'assigned',
  /** The matrix to assign: other pages open the dialog with it. */
  assign: '',
} as const;

/** The state of the page as written in the address. */
export type MatrixView = Readonly<Record<keyof typeof viewDefaults, string>>;
/** Changes the address. */
export type PatchView = (changes: Partial<Record<keyof typeof viewDefaults, string>>) => void;

/** Returns the name of a person in a list; the email if there is no name. */
export const nameOf = (person: NameFacts & { readonly email: string }): string =>
  fullName(person) || person.email;

/** Returns the name of a matrix with its organization: the same name may exist in two organizations. */
export const fullNameOf = (matrix: Pick<Matrix, 'name' | 'organizationName'>): string =>
  [matrix.name, matrix.organizationName].filter(Boolean).join(', ');
