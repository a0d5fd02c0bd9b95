import type { CompletionPolicy } from '../modules/completion-policy.ts';

/** The meanings of a signature that the server knows, kept beside the text that was shown (SIG-01, SIG-02). */
export const meaningCodes = [
  'read_and_understood',
  'passed_and_understood',
  'cv_is_mine',
  'agreed_for_organization',
  'agreed_countersigned',
  'agreed_as_party',
  'document_acknowledged',
  'findings_handled',
] as const;

/** A meaning of a signature (SIG-01). */
export type MeaningCode = (typeof meaningCodes)[number];

/** A statement that is shown and signed; its words never change, new words are a new version (SIG-02). */
export interface Statement {
  readonly code: MeaningCode;
  readonly version: number;
  readonly text: string;
}

/** Every statement ever offered, the newest of a meaning last (SIG-02). */
export const statements: readonly Statement[] = [
  {
    code: 'read_and_understood',
    version: 1,
    text: 'I have read and understood this training and will follow it in my work.',
  },
  {
    code: 'passed_and_understood',
    version: 1,
    text: 'I have read and understood this training and answered its questions myself.',
  },
  {
    code: 'cv_is_mine',
    version: 1,
    text: 'This is my current CV; it is complete and true.',
  },
  {
    code: 'agreed_for_organization',
    version: 1,
    text: 'I sign this agreement for the organization.',
  },
  {
    code: 'agreed_countersigned',
    version: 1,
    text: 'I sign this agreement for the organization; the other party has signed the attached copy.',
  },
  {
    code: 'agreed_as_party',
    version: 1,
    text: 'I have read this agreement and I agree to it.',
  },
  {
    code: 'document_acknowledged',
    version: 1,
    text: 'I have read and understood this document and will follow it in my work.',
  },
  {
    code: 'findings_handled',
    version: 1,
    text: 'I have reviewed these findings and stated truthfully what was done about them.',
  },
];

/** The newest statement of a meaning (SIG-02). */
export function statementFor(code: MeaningCode): Statement {
  const newest = statements.findLast((statement) => statement.code === code);
  if (!newest) throw new RangeError(`no statement: ${code}`);
  return newest;
}

/** The meaning with which a module is completed (SIG-02); self-attested ones are not signed. */
export function meaningForPolicy(policy: CompletionPolicy): MeaningCode | null {
  switch (policy) {
    case 'signed':
      return 'read_and_understood';
    case 'quiz':
      return 'passed_and_understood';
    case 'self_attest':
      return null;
  }
}

/** The longest meaning in characters (SIG-02). */
export const MEANING_MAX = 200;

/** Says whether a text may be signed as a meaning: 1 to 200 characters that are not all blank (SIG-02). */
export function isMeaning(text: string): boolean {
  return text.trim() !== '' && Array.from(text).length <= MEANING_MAX;
}
