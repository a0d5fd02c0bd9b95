import { headingWords, proposeColumns, refuseMapping } from '#shared/domain/people/import/fields.ts';

/** The fields of a row in a file of absences (USR-10). */
export const absenceFields = ['email', 'external_id', 'first_day', 'last_day', 'kind', 'note'] as const;

/** One of {@link absenceFields}. */
export type AbsenceField = (typeof absenceFields)[number];

/** The column of each field, from 0. */
export type AbsenceMapping = Readonly<Partial<Record<AbsenceField, number | undefined>>>;

/** Words of headings for recognizing a field, in the four languages. */
const absenceWords: Readonly<Record<AbsenceField, readonly string[]>> = {
  email: headingWords.email,
  external_id: headingWords.external_id,
  first_day:
    'from start startdate startsfrom begin begindate firstdayaway absentfrom desde inicio fechadeinicio primerdia du de debut datededebut premierjour von beginn startdatum erstertag abwesendvon'.split(
      ' ',
    ),
  last_day:
    'to until end enddate lastdayaway absentuntil absentto hasta fin fechadefin ultimodia au datedefin dernierjour jusquau bis ende enddatum letztertag abwesendbis'.split(
      ' ',
    ),
  kind: 'type absencetype leavetype kindofabsence absencekind category tipo tipodeausencia motivo typedabsence genre art abwesenheitsart abwesenheitstyp'.split(
    ' ',
  ),
  note: 'notes comment comments remark nota notas comentario remarque commentaire notiz bemerkung kommentar'.split(
    ' ',
  ),
};

/** Proposes the columns of a file of absences (USR-10). */
export const proposeAbsenceMapping = (headings: readonly string[]): AbsenceMapping =>
  proposeColumns(absenceFields, absenceWords, headings);

/** Checks a mapping against the headings: a row needs a person, both days and the kind (USR-10). */
export function refuseAbsenceMapping(mapping: AbsenceMapping, headings: readonly string[]) {
  if (mapping.first_day === undefined) return 'absence_needs_first_day';
  if (mapping.last_day === undefined) return 'absence_needs_last_day';
  if (mapping.kind === undefined) return 'absence_needs_kind';
  return refuseMapping(mapping, headings);
}
