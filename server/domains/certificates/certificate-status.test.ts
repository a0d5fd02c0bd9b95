import { expect, test } from 'vitest';
import { certificateStatus, type CertificateFacts } from './certificate-status.ts';

const sound: CertificateFacts = {
  reasonCode: null,
  expiresOn: '2027-02-28',
  recordedExpiresOn: '2027-02-28',
  revoked: false,
  today: '2027-02-28',
};

test.each<[string, Partial<CertificateFacts>, string, string | null]>([
  ['on its last day', {}, 'valid', null],
  ['the day after', { today: '2027-03-01' }, 'expired', null],
  ['without an end', { expiresOn: null, recordedExpiresOn: null, today: '2099-01-01' }, 'valid', null],
  ['revoked', { revoked: true }, 'revoked', null],
  ['revoked and past its end', { revoked: true, today: '2028-01-01' }, 'revoked', null],
  ['another end than the record’s', { expiresOn: '2099-01-01' }, 'not_valid', 'record_changed'],
  ['its end taken away', { expiresOn: null }, 'not_valid', 'record_changed'],
  ['a changed record', { reasonCode: 'record_changed' }, 'not_valid', 'record_changed'],
  ['a moved signature, revoked', { reasonCode: 'moved', revoked: true }, 'not_valid', 'moved'],
])('[LRN-05] [SIG-04] %s', (_, facts, status, reasonCode) => {
  expect(certificateStatus({ ...sound, ...facts })).toEqual({ status, reasonCode });
});
