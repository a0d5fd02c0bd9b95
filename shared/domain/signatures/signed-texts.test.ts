import { expect, test } from 'vitest';
import { groupedFingerprint } from './fingerprint.ts';
import { identityConfirmationText } from './identity-confirmation.ts';
import { publicStatementText } from './public-statement.ts';
import { signatureReasons, signatureReasonValues } from './signature-reasons.ts';
import { statementFor, statementForPolicy, type MeaningCode } from './statements.ts';
import { isDayOnly } from './training-record.ts';

const hash = 'a'.repeat(64);
const instant = '2025-06-15T10:00:00.123Z';

test('[SIG-05] the confirmation of an identity is signed in this form, for good', () => {
  const confirmation = {
    confirmationId: 3,
    personId: 'u-1',
    closures: [4, 7],
    reason: 'Passport seen',
    confirmedBy: 'u-2',
    confirmedAt: instant,
  };
  expect(identityConfirmationText(confirmation)).toBe(
    [
      'traintrail/identity/1',
      'confirmationId=d1:3',
      'personId=s3:u-1',
      'closures=s3:4 7',
      'reason=s13:Passport seen',
      'confirmedBy=s3:u-2',
      `confirmedAt=s24:${instant}`,
      '',
    ].join('\n'),
  );
  expect(() => identityConfirmationText({ ...confirmation, confirmedAt: '2025-06-15' })).toThrow(RangeError);
});

test('[SIG-04] the installation signs with its key in this form, for good', () => {
  const statement = { textHash: hash, madeAt: instant, occasion: 'signing' } as const;
  expect(publicStatementText(statement)).toBe(
    `traintrail/publicStatement/1\ntextHash=s64:${hash}\nmadeAt=s24:${instant}\noccasion=s7:signing\n`,
  );
  expect(() => publicStatementText({ ...statement, textHash: 'none' })).toThrow(RangeError);
  expect(() => publicStatementText({ ...statement, madeAt: '2025-06-15' })).toThrow(RangeError);
});

test('[SIG-04] a fingerprint is shown in groups of four', () => {
  expect(groupedFingerprint('0123456789abcdef')).toBe('0123 4567 89ab cdef');
  expect(groupedFingerprint('01234')).toBe('0123 4');
  expect(groupedFingerprint('')).toBe('');
});

test('[SIG-04] each fault of a signature has its own reason', () => {
  expect(signatureReasons).toEqual({
    moved: 'signature_moved',
    record_changed: 'signature_record_changed',
    content_changed: 'signature_content_changed',
    signature_changed: 'signature_itself_changed',
    unknown_key: 'signature_unknown_key',
    retired_key: 'signature_retired_key',
    missing: 'signature_missing',
  });
  expect(signatureReasonValues).toEqual(Object.values(signatureReasons));
});

test.each([
  ['completion', false],
  ['backdated', true],
  ['from_source', true],
  [null, false],
  [undefined, false],
] as const)('[USR-09] of a completion of the kind %s only the day is known: %s', (kind, dayOnly) => {
  expect(isDayOnly(kind)).toBe(dayOnly);
});

test.each([
  ['signed', 'read_and_understood'],
  ['quiz', 'passed_and_understood'],
  ['self_attest', 'read_and_understood'],
] as const)('[SIG-02] a module that is %s offers the statement %s', (policy, code) => {
  expect(statementForPolicy(policy)).toBe(code);
});

test('[SIG-02] a meaning without a statement cannot be signed', () => {
  expect(() => statementFor('unheard_of' as MeaningCode)).toThrow('no statement: unheard_of');
});
