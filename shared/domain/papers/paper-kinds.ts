import { exportKinds } from '../reports/data-sets.ts';

/** Every kind of paper that the product issues and registers (INS-03): the exports, and papers about one record. */
export const paperKinds = [
  ...exportKinds,
  'training_file',
  'signature_sheet',
  'qualified',
  'certificate',
  'agreement',
  'compliance',
  'access_review',
] as const;

/** A kind of paper. */
export type PaperKind = (typeof paperKinds)[number];

/** The formats of papers. */
export const paperFormats = ['pdf', 'csv', 'xlsx', 'zip', 'jsonl'] as const;

/** The format of a paper. */
export type PaperFormat = (typeof paperFormats)[number];

/** The format of a SHA-256: 64 hexadecimal digits in lower case. */
export const sha256Form = /^[0-9a-f]{64}$/;

/** Returns the SHA-256 in a pasted text: a line of `sha256sum`, digits in groups or in upper case; null if there is none. */
export function sha256In(pasted: string): string | null {
  const [first = ''] = pasted.trim().split(/\s+[* ]?(?=\S*[^0-9a-fA-F\s])/);
  const digits = first.replaceAll(/[\s:]/g, '').toLowerCase();
  return sha256Form.test(digits) ? digits : null;
}
