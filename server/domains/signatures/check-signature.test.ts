import { describe, expect, test } from 'vitest';
import type { SignatureReasonCode } from '#shared/domain/signatures/signature-reasons.ts';
import { signatureReasons } from '#shared/domain/signatures/signature-reasons.ts';
import { sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';
import { checkSignature, type SignedRecord, type StoredSignature } from './check-signature.ts';
import { proofOf, type SignatureColumns } from './signature-form.ts';
import { sentenceOf } from '#server/platform/texts/sentence-of.ts';

const config = { secretKey: Buffer.alloc(48, 'first secret') };
const otherConfig = { secretKey: Buffer.alloc(48, 'second secret') };

const record: SignedRecord = {
  recordType: 'training_records',
  recordId: 7,
  recordHash: sha256Hex('the record 7'),
  contentHash: sha256Hex('content'),
};
const neighbour: SignedRecord = { ...record, recordId: 8, recordHash: sha256Hex('the record 8') };

function signed(of: SignedRecord, language: 'en' | null = 'en'): StoredSignature {
  const columns: SignatureColumns = {
    recordType: of.recordType,
    recordId: of.recordId,
    recordHash: of.recordHash,
    contentHash: of.contentHash,
    signerId: 'u_1',
    printedName: 'Ada Winterbottom',
    signedAt: new Date('2026-02-03T04:05:06.789Z'),
    timeZone: 'Europe/Paris',
    meaningCode: 'read_and_understood',
    statementVersion: 1,
    meaning: 'I have read and understood it.',
    language,
    authMethod: 'password',
    agreementVersion: 1,
  };
  return { ...columns, ...proofOf(config, columns) };
}

const signature = signed(record);
const withoutLanguage = signed(record, null);
const reasonOf = (stored: StoredSignature, of: SignedRecord = record) =>
  checkSignature(config, stored, of).reasonCode;

test('[SIG-04] an untouched signature is valid and says its name, time, zone and meaning', () => {
  expect(checkSignature(config, signature, record)).toEqual({
    valid: true,
    reason: null,
    reasonCode: null,
    printedName: 'Ada Winterbottom',
    signedAt: new Date('2026-02-03T04:05:06.789Z'),
    timeZone: 'Europe/Paris',
    meaning: 'I have read and understood it.',
  });
});

test('[SIG-04] [SIG-05] a signature from before its language was stored stays valid, and takes no language afterwards', () => {
  expect(checkSignature(config, withoutLanguage, record).valid).toBe(true);
  expect(withoutLanguage.signatureHash).not.toBe(signature.signatureHash);
  expect(reasonOf({ ...withoutLanguage, language: 'en' })).toBe('signature_changed');
});

const edits: readonly [keyof StoredSignature, StoredSignature[keyof StoredSignature], SignatureReasonCode][] =
  [
    ['printedName', 'Eve Winterbottom', 'signature_changed'],
    ['signedAt', new Date('2026-02-03T04:05:06.788Z'), 'signature_changed'],
    ['timeZone', 'UTC', 'signature_changed'],
    ['meaning', 'I have read it.', 'signature_changed'],
    ['language', 'fr', 'signature_changed'],
    ['language', null, 'signature_changed'],
    ['meaningCode', 'passed_and_understood', 'signature_changed'],
    ['statementVersion', 2, 'signature_changed'],
    ['signerId', 'u_2', 'signature_changed'],
    ['authMethod', 'provider', 'signature_changed'],
    ['agreementVersion', 2, 'signature_changed'],
    ['contentHash', sha256Hex('other content'), 'content_changed'],
    ['contentHash', null, 'content_changed'],
    ['signatureHash', sha256Hex('x'), 'signature_changed'],
    ['signatureMac', sha256Hex('x'), 'signature_changed'],
    ['keyId', 'ffffffffffffffff', 'unknown_key'],
  ];

describe('a superuser who changes one column', () => {
  test.each(edits)('[SIG-01] [SIG-04] %s to %j: not valid', (column, value, reason) => {
    const edited: StoredSignature = { ...signature, [column]: value };
    const view = checkSignature(config, edited, record);
    expect([view.valid, view.reasonCode, view.reason]).toEqual([
      false,
      reason,
      sentenceOf({ reason: signatureReasons[reason] }),
    ]);
  });

  test.each(
    edits.filter(([column]) => !['signatureHash', 'signatureMac', 'keyId', 'contentHash'].includes(column)),
  )('[SIG-01] [SIG-04] %s to %j and makes the public hash fit: still not valid', (column, value) => {
    const edited: StoredSignature = { ...signature, [column]: value };
    const { signatureHash } = proofOf(config, edited);
    expect(reasonOf({ ...edited, signatureHash })).toBe('signature_changed');
    // Nor with a MAC under a key that is not the installation's.
    const foreign = proofOf(otherConfig, edited);
    expect(reasonOf({ ...edited, ...foreign })).toBe('unknown_key');
    expect(reasonOf({ ...edited, ...foreign, keyId: signature.keyId })).toBe('signature_changed');
  });
});

describe('a signature after a rotation of the secret', () => {
  const signedAt = signature.signedAt.getTime();
  const rotated = (retiredAt: number): KeySource => ({
    ...otherConfig,
    formerSecrets: [{ ...config, retiredAt: new Date(retiredAt) }],
  });

  test('[OPS-09] [SIG-04] stays valid under the key that it was made with, and no other', () => {
    expect(checkSignature(rotated(signedAt), signature, record)).toMatchObject({ valid: true });
    expect(checkSignature(otherConfig, signature, record)).toMatchObject({ reasonCode: 'unknown_key' });
    expect(proofOf(rotated(signedAt), signature).keyId).not.toBe(signature.keyId);
  });

  test('[OPS-09] [SIG-04] is not valid where its key was retired before it was made', () => {
    const view = checkSignature(rotated(signedAt - 1), signature, record);
    expect([view.valid, view.reasonCode]).toEqual([false, 'retired_key']);
  });
});

describe('a signature under a record', () => {
  test('[SIG-01] [SIG-04] that it was not made for is not valid: moved (P11-13)', () => {
    expect(reasonOf({ ...signature, recordId: 8 }, neighbour)).toBe('moved');
    expect(reasonOf(signature, neighbour)).toBe('moved');
    const fitted = { ...signature, recordId: 8, recordHash: neighbour.recordHash };
    expect(reasonOf(fitted, neighbour)).not.toBeNull();
  });

  test('[SIG-04] that was changed, or whose content or file was, is not valid', () => {
    expect(reasonOf(signature, { ...record, recordHash: sha256Hex('the record 7!') })).toBe('record_changed');
    expect(reasonOf(signature, { ...record, contentHash: sha256Hex('content!') })).toBe('content_changed');
    expect(reasonOf(signature, { ...record, contentHash: null })).toBe('content_changed');
    expect(reasonOf(signature, { ...record, contentIntact: false })).toBe('content_changed');
    expect(reasonOf(signature, { ...record, contentIntact: true })).toBeNull();
  });

  test('[SIG-04] leaves its neighbours valid', () => {
    expect(reasonOf(signature, { ...record, recordHash: sha256Hex('changed') })).toBe('record_changed');
    expect(reasonOf(signed(neighbour), neighbour)).toBeNull();
  });
});
