import { z } from 'zod';
import type { Role } from '#shared/domain/access/permissions.ts';
import { JOB_TITLE_MAX } from '#shared/domain/people/training-categories.ts';
import { withoutApostrophes } from '#shared/domain/reports/csv.ts';
import { oneLine, plainLine } from '#shared/domain/text/plain-line.ts';
import type { ImportReason } from '#shared/reasons/imports.ts';
import { EXTERNAL_ID_MAX } from '../external-id.ts';
import type { ColumnMapping, ImportField } from './fields.ts';

/** The longest texts of a person, in characters. */
const longest = {
  name: 100,
  email: 254,
  externalId: EXTERNAL_ID_MAX,
  department: 200,
  organization: 200,
} as const;

/** The person in a row; a field is undefined if no column has it, and null if its cell is empty. */
export interface ImportedPerson {
  readonly line: number;
  readonly email: string | null | undefined;
  readonly externalId: string | null | undefined;
  readonly firstName: string | null | undefined;
  readonly lastName: string | null | undefined;
  readonly role: Role | null | undefined;
  readonly organization: string | null | undefined;
  readonly department: string | null | undefined;
  readonly jobTitle: string | null | undefined;
  readonly manager: string | null | undefined;
  readonly isActive: boolean | null | undefined;
}

/** The fault of a cell, or of a row if no field is the cause. */
export interface CellProblem<Field extends string> {
  readonly field: Field | null;
  readonly value: string;
  readonly reason: ImportReason;
  /** The other line, if the reason names one. */
  readonly otherLine?: number | undefined;
}

/** The fault of a cell of a person. */
export type RowProblem = CellProblem<ImportField>;

/** The result of reading a row. */
export interface ReadRow {
  readonly person: ImportedPerson;
  readonly problems: readonly RowProblem[];
}

const roleWords: Readonly<Record<Role, readonly string[]>> = {
  admin: ['admin', 'administrator', 'administrador', 'administradora', 'administrateur', 'administratrice'],
  manager: ['manager', 'responsable', 'führungskraft', 'fuhrungskraft'],
  learner: ['learner', 'alumno', 'alumna', 'apprenant', 'apprenante', 'lernende person', 'employee', 'user'],
};
const yes = new Set([
  'true',
  'yes',
  'y',
  '1',
  'active',
  'enabled',
  'sí',
  'si',
  'activo',
  'activa',
  'oui',
  'actif',
  'vrai',
  'ja',
  'aktiv',
  'wahr',
  'verdadero',
]);
const no = new Set([
  'false',
  'no',
  'n',
  '0',
  'inactive',
  'disabled',
  'deactivated',
  'inactivo',
  'inactiva',
  'non',
  'inactif',
  'inactive',
  'faux',
  'nein',
  'inaktiv',
  'falsch',
  'falso',
]);

/** An address, by the rule of the API. */
const emailForm = z.regexes.email;
/**
 * Returns the text of a cell in the form in which it is stored; null if nothing of it is visible. An export puts an apostrophe before text
 * that could be a formula: it is not part of the value.
 */
export function cellText(cell: string | undefined): string | null {
  const text = withoutApostrophes(plainLine((cell ?? '').trim()));
  return text === '' ? null : text;
}

/** Returns why a cell cannot be a text of a record, null if it can (USR-06, USR-09). */
export function wrongText(
  value: string,
  most: number,
): 'import_too_long' | 'import_not_one_line' | 'import_formula' | null {
  if (value.length > most) return 'import_too_long';
  if (!oneLine.test(value)) return 'import_not_one_line';
  return formula.test(value) ? 'import_formula' : null;
}

/** A text that a spreadsheet would run as a formula: no name looks like this (R-SEC-15). */
const formula = /^[=+@＝＋＠]|^[-－][\d(=]/;
/** Reads a row (USR-06): every cell that is wrong, with its value and the reason. */
export function readRow(line: number, cells: readonly string[], mapping: ColumnMapping): ReadRow {
  const problems: RowProblem[] = [];
  const cell = (field: ImportField): string | null | undefined => {
    const column = mapping[field];
    return column === undefined ? undefined : cellText(cells[column]);
  };
  const wrong = (field: ImportField, value: string, reason: ImportReason): undefined => {
    problems.push({ field, value, reason });
  };
  const text = (field: ImportField, most: number): string | null | undefined => {
    const value = cell(field);
    if (typeof value !== 'string') return value;
    const reason = wrongText(value, most);
    return reason === null ? value : wrong(field, value.slice(0, 200), reason);
  };
  const name = (field: 'first_name' | 'last_name'): string | null | undefined => {
    const before = problems.length;
    const value = text(field, longest.name);
    if (value === null && problems.length === before) wrong(field, '', 'import_name_missing');
    return value ?? undefined;
  };
  const email = (): string | null | undefined => {
    const value = cell('email');
    if (value === null && mapping.external_id === undefined) wrong('email', '', 'import_email_missing');
    if (typeof value !== 'string') return value;
    const isEmail = value.length <= longest.email && emailForm.test(value);
    return isEmail ? value : wrong('email', value.slice(0, 300), 'import_email_invalid');
  };
  const choice = <Value>(
    field: ImportField,
    reason: ImportReason,
    find: (word: string) => Value | undefined,
  ) => {
    const value = cell(field);
    if (typeof value !== 'string') return value;
    return find(value.toLowerCase()) ?? wrong(field, value.slice(0, 200), reason);
  };
  const person: ImportedPerson = {
    line,
    email: email(),
    externalId: text('external_id', longest.externalId),
    firstName: name('first_name'),
    lastName: name('last_name'),
    role: choice('role', 'import_role_unknown', roleOf),
    organization: text('organization', longest.organization),
    department: text('department', longest.department),
    jobTitle: text('job_title', JOB_TITLE_MAX),
    manager: text('manager', longest.email),
    isActive: choice('active', 'import_active_unknown', (word) =>
      yes.has(word) ? true : no.has(word) ? false : undefined,
    ),
  };
  if (person.email === null && person.externalId === null)
    problems.push({ field: null, value: '', reason: 'import_key_missing' });
  return { person, problems };
}

const roleOf = (word: string): Role | undefined =>
  (Object.keys(roleWords) as Role[]).find((role) => roleWords[role].includes(word));
