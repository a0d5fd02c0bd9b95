import { expect, test } from 'vitest';
import { certificateText, type CertificateSigned } from './certificate-text.ts';

const recordHash = '1'.repeat(64);
const signatureHash = '2'.repeat(64);
const certificate: CertificateSigned = {
  number: 'TT-2025-000007',
  code: 'ABCD-EFGH',
  issuedAt: '2025-06-15T10:00:01.000Z',
  name: 'Ann Lee',
  moduleTitle: 'Hand hygiene',
  moduleReference: 'HH-1',
  versionNumber: 2,
  score: 92.5,
  completedAt: '2025-06-15T10:00:00.123Z',
  timeZone: 'Europe/London',
  kind: 'completion',
  expiresOn: '2027-06-15',
  meaning: 'I have read it.',
  signedAt: '2025-06-15T10:00:00.456Z',
  recordHash,
  signatureHash,
};

test('[LRN-05] the signed text of a certificate has this form, or old certificates would not be valid any more', () => {
  expect(certificateText(certificate).split('\n')).toEqual([
    'traintrail/certificate/1',
    'number=s14:TT-2025-000007',
    'code=s9:ABCD-EFGH',
    'issuedAt=s24:2025-06-15T10:00:01.000Z',
    'name=s7:Ann Lee',
    'moduleTitle=s12:Hand hygiene',
    'moduleReference=s4:HH-1',
    'versionNumber=d1:2',
    'score=d4:92.5',
    'completedAt=s24:2025-06-15T10:00:00.123Z',
    'timeZone=s13:Europe/London',
    'kind=s10:completion',
    'expiresOn=s10:2027-06-15',
    'meaning=s15:I have read it.',
    'signedAt=s24:2025-06-15T10:00:00.456Z',
    `recordHash=s64:${recordHash}`,
    `signatureHash=s64:${signatureHash}`,
    '',
  ]);
});

test('[LRN-05] [USR-08] a completion without a signature names nobody and no time of signing', () => {
  const unsigned = { ...certificate, name: null, meaning: null, signedAt: null, signatureHash: null };
  const lines = certificateText(unsigned).split('\n');
  for (const field of ['name', 'meaning', 'signedAt', 'signatureHash']) expect(lines).toContain(`${field}=n`);
});

test.each(['issuedAt', 'completedAt', 'signedAt', 'recordHash', 'signatureHash'])(
  '[LRN-05] a certificate with another spelling of %s is refused',
  (field) => {
    expect(() => certificateText({ ...certificate, [field]: '2025-06-15' })).toThrow(RangeError);
  },
);
