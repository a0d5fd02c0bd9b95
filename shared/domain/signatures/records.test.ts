import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { completionPolicies } from '../modules/completion-policy.ts';
import { currentAgreement, signatureAgreements } from './agreement.ts';
import type { SignatureCheck, SignatureFacts, SignatureFault } from './signature.ts';
import { signatureText, signatureFaults } from './signature.ts';
import { languages } from '../people/settings.ts';
import {
  languageOfStatement,
  meaningCodes,
  meaningForPolicy,
  statementFor,
  statements,
  statementText,
} from './statements.ts';
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
  language: 'en',
  method: 'password',
  agreementVersion: 1,
};

/** Another value of the same kind for each field. */
function change(value: string | number | object | null): unknown {
  if (value === null) return 'en';
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

test('[SIG-01] [SIG-05] the forms of earlier versions stay as they are, or old signatures would not be valid any more', () => {
  expect(sha(trainingRecordText(record))).toMatchInlineSnapshot(
    `"16175efcd31c048162a9b52369da95e5f01ecddd300724b13f4df5ffdc68f5c7"`,
  );
  expect(sha(signatureText({ ...signature, language: null }))).toMatchInlineSnapshot(
    `"60339fffb6e5d828962cd76571383e6f474d1323165a433b8f0527621351c504"`,
  );
  expect(sha(signatureText(signature))).toMatchInlineSnapshot(
    `"242e84ce069c990bdf1b9988fa53e676b57b38ede3f85d0f2e1481c235fb25d9"`,
  );
});

test('[SIG-01] a signature may concern a record without content', () => {
  expect(signatureText({ ...signature, contentHash: null })).toContain('\ncontentHash=n\n');
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
      for (const statement of own) {
        const texts = languages.map((language) => statementText(statement, language));
        expect(new Set(texts).size).toBe(languages.length);
      }
    }
    expect(statements.map((s) => sha(`${s.code} ${s.version} ${JSON.stringify([s.text, s.translations])}`)))
      .toMatchInlineSnapshot(`
        [
          "53f1c76638d66a93f1ba835ab75afcafc62857dbc82d7e744b49af6028485a73",
          "40ee19eb0439dfbf36ad45f20b97b644c56b33a8a0667d25ac531f261c0d6447",
          "a97d0a3a8b0eb6b90e7a2fdfe702f91946e855860853a7c0852162d9afcf7bb2",
          "07b8b65a63328b863b3267ddd533c34d23eb65fa2d2d8f5bd7c2d860891b77d0",
          "680bc2a384d6bfe07ec7ac25c6e11d3313e2c2170d160de06c34b2cf09a41108",
          "04d281aef0b29ee5e8a35e5e753e72b19bd10babd34ae1c9cea1ad13f3b4031c",
          "de7acee80ab4c67f86d8eb340b53adb5e74bce3332eae431685f3a5f5430e0b1",
          "3ace425177a4a007e92a10400e5bd03e419ba62a1b6fca1ec308f9c6a1ad224e",
          "1aa42225b74f066fabd94418ec7be324866e5840fe08c5b42068b7625bc39872",
          "23298e9ebbcce2697a89510638c14d5989acc0fe1b0a672e274548b8de8e8bc3",
          "f544e73ac3f2e4b1dc569b4b97b05dbb52e70a0e775a2734878ee157d94cdba6",
        ]
      `);
  });

  test('[SIG-05] a text is a statement only word for word, in one of its languages', () => {
    const statement = statementFor('read_and_understood');
    for (const language of languages)
      expect(languageOfStatement(statement, statementText(statement, language))).toBe(language);
    for (const text of ['', 'I have NOT read this', `${statement.text} `, statementFor('cv_is_mine').text])
      expect(languageOfStatement(statement, text)).toBeNull();
  });

  test('[SIG-03] the agreement has versions, and no word of one ever changes', () => {
    expect(signatureAgreements.map((agreement) => agreement.version)).toEqual(
      signatureAgreements.map((_, index) => index + 1),
    );
    expect(currentAgreement.text).toContain('legally binding equivalent of my handwritten signature');
    expect(signatureAgreements.map((a) => sha(`${a.version} ${a.text}`))).toMatchInlineSnapshot(`
      [
        "a4d0a2b2a3a113fb4333b6d0832a3dff0fb947ad6b00dbde08fe680ebb43eef3",
      ]
    `);
  });
});
