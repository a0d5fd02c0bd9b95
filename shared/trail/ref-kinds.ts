/** The kinds of records that an id can name; names are resolved as of today (AUD-03). */
export const refKinds = [
  'person',
  'organization',
  'department',
  'module',
  'version',
  'matrix',
  'category',
  'document',
  'documentVersion',
  'agreement',
  'registration',
  'review',
  'inspection',
] as const;

/** One of {@link refKinds}. */
export type RefKind = (typeof refKinds)[number];

/** The kind of a field's value; a name of `RefKind` means the record that it names. */
export type FieldKind =
  'text' | 'number' | 'flag' | 'day' | 'instant' | 'when' | 'code' | 'value' | 'content' | 'secret' | RefKind;
