import { headingWords, proposeColumns, refuseMapping } from '#shared/domain/people/import/fields.ts';

/** The fields of a row in a file of past completions (USR-09). */
export const pastFields = [
  'email',
  'external_id',
  'module',
  'version',
  'completed_on',
  'source',
  'certificate_file',
] as const;

/** One of {@link pastFields}. */
export type PastField = (typeof pastFields)[number];

/** The column of each field, from 0. */
export type PastMapping = Readonly<Partial<Record<PastField, number | undefined>>>;

/** Words of headings for recognizing a field, in the four languages. */
const pastWords: Readonly<Record<PastField, readonly string[]>> = {
  email: headingWords.email,
  external_id: headingWords.external_id,
  module:
    'modulecode moduletitle modulename reference course coursename coursefullname courseshortname courseid training trainingname trainingtitle document documentnumber sop sopnumber modulo curso nombredelcurso formacion documento module formation cours nomducours modul kurs kursname schulung schulungstitel dokument'.split(
      ' ',
    ),
  version: 'versionnumber revision rev ver versiondeldocumento numerodeversion versionsnummer'.split(' '),
  completed_on:
    'completed coursecomplete cursocompletado coursacheve kursabgeschlossen completedat completiondate datecompleted completiontime timecompleted dateofcompletion finishedon passedon trainingdate day date fechadefinalizacion completadoel finalizado fecha datedachevement datedefin termineele date abgeschlossenam abschlussdatum datum tag'.split(
      ' ',
    ),
  source: 'system origin sourcesystem fuente origen sistema origine systeme quelle herkunft system'.split(
    ' ',
  ),
  certificate_file:
    'certificate certificatefilename certificatename attachment file filename evidence certificado archivo certificat fichier zertifikat zertifikatsdatei datei'.split(
      ' ',
    ),
};

/** Proposes the columns of a file of past completions (USR-09). */
export const proposePastMapping = (headings: readonly string[]): PastMapping =>
  proposeColumns(pastFields, pastWords, headings);

/** Checks a mapping against the headings: a row needs a person, a module and a day (USR-09). */
export function refusePastMapping(mapping: PastMapping, headings: readonly string[]) {
  if (mapping.module === undefined) return 'past_needs_module';
  if (mapping.completed_on === undefined) return 'past_needs_day';
  return refuseMapping(mapping, headings);
}
