/** The fields of a person in a row of an import (USR-06); an export has the same columns under these names. */
export const importFields = [
  'external_id',
  'email',
  'first_name',
  'last_name',
  'role',
  'organization',
  'department',
  'job_title',
  'manager',
  'active',
] as const;

/** One of {@link importFields}. */
export type ImportField = (typeof importFields)[number];

/** The column of each field, from 0. */
export type ColumnMapping = Readonly<Partial<Record<ImportField, number>>>;

/** Words of headings for recognizing a field, in the four languages, as {@link plainHeading} writes them. */
export const headingWords: Readonly<Record<ImportField, readonly string[]>> = {
  external_id:
    'externalid idnumber employeeid employeenumber employeeno personnelnumber personnelno staffid staffnumber workerid administrativecode hrid payrollid matricula numerodeempleado numeroempleado idempleado idexterno codigodeempleado matricule numerodematricule identifiantexterne idexterne numerosalarie personalnummer mitarbeiternummer externeid personalnr mitarbeiternr'.split(
      ' ',
    ),
  email:
    'email emailaddress mail mailaddress workemail primaryemail businessemail correo correoelectronico direcciondecorreo courriel adressemail adresseemail adresseelectronique emailadresse mailadresse epost'.split(
      ' ',
    ),
  first_name:
    'firstname givenname forename nombre nombres nombredepila prenom prenoms vorname vornamen'.split(' '),
  last_name:
    'lastname surname familyname apellido apellidos primerapellido nom nomdefamille nachname familienname zuname'.split(
      ' ',
    ),
  role: 'role userrole rol funciondeusuario rolle benutzerrolle'.split(' '),
  organization:
    'organization organisation company companyname employer site mainorganizationname organizacion empresa compania centro entreprise societe etablissement firma unternehmen standort'.split(
      ' ',
    ),
  department:
    'department dept departmentname division team unit departamento area seccion service departement equipe abteilung bereich'.split(
      ' ',
    ),
  job_title:
    'jobtitle title position jobrole designation puesto cargo titulodelpuesto puestodetrabajo fonction poste intituleduposte stelle stellenbezeichnung berufsbezeichnung funktion'.split(
      ' ',
    ),
  manager:
    'manager manageremail managerid supervisor supervisoremail reportsto linemanager responsable jefe correodelresponsable superior superieur managerhierarchique emailduresponsable vorgesetzter vorgesetzte fuhrungskraft fuehrungskraft'.split(
      ' ',
    ),
  active:
    'active isactive activated enabled status accountstatus employmentstatus activo activa estado actif active statut aktiv'.split(
      ' ',
    ),
};

const secretHeading =
  /pass(?:word|wd|wort|phrase)|kennwort|contrasen[ai]|motdepasse|^(?:pass|pwd|pin|mdp|clave|secret)$/;

/** Returns a heading without case, accents, spaces and signs. */
export const plainHeading = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]/g, '');

/** Returns whether the cells below a heading are passwords, which are never stored (USR-06). */
export const isSecretHeading = (heading: string): boolean => secretHeading.test(plainHeading(heading));

/**
 * Proposes a column for each field by its heading (USR-06, USR-09): each column once, the first one that fits, never one of passwords.
 *
 * @param words words of headings by which each field is recognized, as {@link plainHeading} writes them
 */
export function proposeColumns<Field extends string>(
  fields: readonly Field[],
  words: Readonly<Record<Field, readonly string[]>>,
  headings: readonly string[],
): Partial<Record<Field, number>> {
  const plain = headings.map((heading) => (isSecretHeading(heading) ? '' : plainHeading(heading)));
  const mapping: Partial<Record<Field, number>> = {};
  const taken = new Set<number>();
  for (const field of fields) {
    const own = plainHeading(field);
    const at = [own, ...words[field]]
      .map((word) => plain.findIndex((heading, column) => heading === word && !taken.has(column)))
      .find((column) => column >= 0);
    if (at === undefined) continue;
    mapping[field] = at;
    taken.add(at);
  }
  return mapping;
}

/** Proposes the columns of a file of people (USR-06). */
export const proposeMapping = (headings: readonly string[]): ColumnMapping =>
  proposeColumns(importFields, headingWords, headings);

/** The reasons why a mapping cannot be used (USR-06). */
export type MappingProblem =
  'import_needs_key' | 'import_column_twice' | 'import_column_unknown' | 'import_column_secret';

/** Columns of a file, by the names of its fields: those that recognize a person, and any others. */
interface ColumnsWithKey {
  readonly email?: number | undefined;
  readonly external_id?: number | undefined;
  readonly [field: string]: number | undefined;
}

/** Checks a mapping against the headings: a row is recognized by email or external ID. */
export function refuseMapping(mapping: ColumnsWithKey, headings: readonly string[]): MappingProblem | null {
  const columns = Object.values(mapping).filter((column) => column !== undefined);
  if (mapping.email === undefined && mapping.external_id === undefined) return 'import_needs_key';
  if (columns.some((column) => headings[column] === undefined)) return 'import_column_unknown';
  if (new Set(columns).size < columns.length) return 'import_column_twice';
  if (columns.some((column) => isSecretHeading(headings[column] ?? ''))) return 'import_column_secret';
  return null;
}
