import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { completionPolicies } from '../modules/completion-policy.ts';
import { agreementHolds, currentAgreement, signatureAgreements } from './agreement.ts';
import type { SignatureCheck, SignatureFacts, SignatureFault } from './signature.ts';
import { signatureText, signatureFaults } from './signature.ts';
import { isMeaning, meaningCodes, meaningForPolicy, statementFor, statements } from './statements.ts';
import type { TrainingRecordFacts } from './training-record.ts';
import { trainingRecordText } from './training-record.ts';

const sha = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

const record: TrainingRecordFacts = {
  recordId: 7,
  organizationId: 1,
  assignmentId: 70,
  cycle: 1,
  userId: 'u-1',
  moduleId: 3,
  moduleTitle: 'Hand hygiene',
  moduleReference: 'HH-1',
  versionNumber: 2,
  contentHash: sha('content'),
  completionPolicy: 'signed',
  score: 92.5,
  passingScore: 80,
  completedAt: '2025-06-15T10:00:00.123Z',
  timeZone: 'Europe/London',
  expiresOn: '2027-06-15',
  kind: 'completion',
};

const signature: SignatureFacts = {
  object: { kind: 'training_record', id: 7 },
  recordHash: sha(trainingRecordText(record)),
  contentHash: record.contentHash,
  signerId: 'u-1',
  signerName: 'Ann Lee',
  signedAt: '2025-06-15T10:00:00.123Z',
  timeZone: 'Europe/London',
  meaningCode: 'read_and_understood',
  statementVersion: 1,
  meaning: statementFor('read_and_understood').text,
  method: 'password',
  agreementVersion: 1,
};

/** Another value of the same kind for each field. */
function change(value: string | number | object | null): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string') return { kind: 'training_record', id: 8 };
  const text = value;
  if (/^[0-9a-f]{64}$/.test(text)) return sha(text);
  return text.endsWith('Z') ? text.replace('.123Z', '.124Z') : `${text} `;
}

test.each(Object.keys(record))('[SIG-04] a training record with another %s has other bytes', (key) => {
  const changed = { ...record, [key]: change(record[key as keyof TrainingRecordFacts]) };
  expect(sha(trainingRecordText(changed))).not.toBe(sha(trainingRecordText(record)));
});

test.each(Object.keys(signature))('[SIG-04] a signature with another %s has other bytes', (key) => {
  const changed = { ...signature, [key]: change(signature[key as keyof SignatureFacts]) };
  expect(sha(signatureText(changed))).not.toBe(sha(signatureText(signature)));
});

test('[SIG-01] the forms of version 1 stay as they are, or old signatures would not be valid any more', () => {
  expect(sha(trainingRecordText(record))).toMatchInlineSnapshot(
    `"16175efcd31c048162a9b52369da95e5f01ecddd300724b13f4df5ffdc68f5c7"`,
  );
  expect(sha(signatureText(signature))).toMatchInlineSnapshot(
    `"60339fffb6e5d828962cd76571383e6f474d1323165a433b8f0527621351c504"`,
  );
});

test('[SIG-01] nothing and zero, nothing and blank are different in a record', () => {
  const hash = (changes: Partial<TrainingRecordFacts>): string =>
    sha(trainingRecordText({ ...record, ...changes }));
  expect(hash({ score: null })).not.toBe(hash({ score: 0 }));
  expect(hash({ moduleReference: null })).not.toBe(hash({ moduleReference: '' }));
  expect(() => trainingRecordText({ ...record, completedAt: '2025-06-15' })).toThrow(RangeError);
  expect(() => trainingRecordText({ ...record, contentHash: 'none' })).toThrow(RangeError);
});

describe('validity', () => {
  const hash = sha(signatureText(signature));
  const valid: SignatureCheck = {
    signature,
    storedHash: hash,
    computedHash: hash,
    object: { kind: 'training_record', id: '7' },
    recordHash: signature.recordHash,
    contentHash: signature.contentHash,
  };

  test.each<[string, Partial<SignatureCheck>, SignatureFault[]]>([
    ['untouched', {}, []],
    ['under another record', { object: { kind: 'training_record', id: 8 } }, ['moved']],
    ['under another kind of record', { object: { kind: 'cv', id: 7 } }, ['moved']],
    ['the record changed', { recordHash: sha('x') }, ['record_changed']],
    ['the content changed', { contentHash: sha('x') }, ['content_changed']],
    ['the content gone', { contentHash: null }, ['content_changed']],
    ['the signature changed', { computedHash: sha('x') }, ['signature_changed']],
    [
      'copied to another record',
      { object: { kind: 'training_record', id: 8 }, recordHash: sha('x') },
      ['moved', 'record_changed'],
    ],
  ])('[SIG-04] %s: %j', (_, changes, faults) => {
    expect(signatureFaults({ ...valid, ...changes })).toEqual(faults);
  });
});

describe('words', () => {
  test('[SIG-02] completing says that it was read and understood', () => {
    expect(statementFor('read_and_understood').text).toMatch(/^I have read and understood /);
    expect(completionPolicies.map(meaningForPolicy)).toEqual([
      'read_and_understood',
      null,
      'passed_and_understood',
    ]);
  });

  test('[SIG-02] every meaning has statements with versions from 1 in order, each fit to be signed', () => {
    for (const code of meaningCodes) {
      const own = statements.filter((statement) => statement.code === code);
      expect(own.map((statement) => statement.version)).toEqual(own.map((_, index) => index + 1));
      expect(statementFor(code)).toBe(own.at(-1));
      for (const statement of own) expect(isMeaning(statement.text)).toBe(true);
    }
    expect(statements.map((s) => sha(`${s.code} ${s.version} ${s.text}`))).toMatchInlineSnapshot(`
      [
        "aec75bbd14584e597f879fd27ab1685ca4c3054297aaa710a314d6743e6262bb",
        "2bb5f2e270bc10aab1198ef8562d48759871880393d66b0d713dafa200cff951",
        "c2f23db57c9afff05e6f16b6c77ca4f98c27e30982cfe1ea06eea8b1a893a761",
        "c5631ecf9a21c964677dea63b8d67c7a46ebf8993541fbd48a7104e79c1967f2",
        "40ab98aec64c1a2ee3fddfe03d07fc9dd351cb2f4ac8ad734c829a1d7a321b07",
        "dd218d0879d45a4b749cb69725273934089a6ea8e71d37ea7685e338a26d083b",
        "c8f5fc72d615f7fbe714dd81a4fb556549433e3f7f405307c6fe0c75c0c16c5b",
        "00db1f6d3fa1e8f3b72f50f32171b387c6c649ae5d1d94614eb0444490e4b9ad",
      ]
    `);
  });

  test.each([
    ['', false],
    ['   ', false],
    ['x', true],
    ['x'.repeat(200), true],
    ['x'.repeat(201), false],
    ['𝒂'.repeat(200), true],
  ])('[SIG-02] a meaning %j may be signed: %s', (text, expected) => {
    expect(isMeaning(text)).toBe(expected);
  });

  test('[SIG-03] the agreement has versions, and only the newest holds', () => {
    expect(signatureAgreements.map((agreement) => agreement.version)).toEqual(
      signatureAgreements.map((_, index) => index + 1),
    );
    expect(currentAgreement.text).toContain('legally binding equivalent of my handwritten signature');
    expect(agreementHolds(currentAgreement.version)).toBe(true);
    expect(agreementHolds(null)).toBe(false);
    expect(agreementHolds(0)).toBe(false);
    expect(signatureAgreements.map((a) => sha(`${a.version} ${a.text}`))).toMatchInlineSnapshot(`
      [
        "a4d0a2b2a3a113fb4333b6d0832a3dff0fb947ad6b00dbde08fe680ebb43eef3",
      ]
    `);
  });
});
