import { describe, expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { dataTags } from './data-tags.ts';

test('[AUD-01] each command whose path names a record by its id declares its table', () => {
  const unnamed = catalogue.filter(
    ({ audit, path }) =>
      'command' in audit && audit.record === undefined && /:(?!categoryName)/.test(path.replace('/api', '')),
  );
  expect(unnamed.map(({ id }) => id)).toEqual([]);
});

test('[SIG-01] [OPS-06] every call that takes a signature declares each way in which one is refused', () => {
  const signing = catalogue.filter(({ errors = [] }) => errors.includes('SIGNATURE_REFUSED'));
  expect(signing.length).toBeGreaterThanOrEqual(6);
  const refusals = [
    'CLOCK_WRONG',
    'PASSKEY_CHALLENGE',
    'SIGNATURE_AGREEMENT_REQUIRED',
    'SIGNING_CLOSED',
    'TEMPORARY_PASSWORD',
    'TOO_MANY_ATTEMPTS',
  ] as const;
  for (const { id, errors = [] } of signing)
    expect(errors, id).toEqual(expect.arrayContaining([...refusals]));
});

describe('[SHELL-12] what calls show and change', () => {
  test('a call that reads shows kinds of data or says why not; a call that writes changes some or says why not', () => {
    const reads = catalogue.filter(({ method }) => method === 'GET');
    const writes = catalogue.filter(({ method }) => method !== 'GET');
    expect(reads.filter(({ data }) => 'changes' in data).map(({ id }) => id)).toEqual([]);
    expect(writes.filter(({ data }) => 'shows' in data).map(({ id }) => id)).toEqual([]);
    const empty = catalogue.filter(({ data }) => Object.values(data).flat().join('') === '');
    expect(empty.map(({ id }) => id)).toEqual([]);
  });

  test('every kind is shown somewhere and changed by something', () => {
    const shown = new Set(catalogue.flatMap(({ data }) => ('shows' in data ? data.shows : [])));
    const changed = new Set(catalogue.flatMap(({ data }) => ('changes' in data ? data.changes : [])));
    expect(dataTags.filter((tag) => !shown.has(tag) || !changed.has(tag))).toEqual([]);
  });

  test('only these commands change nothing that a screen shows', () => {
    const unseen = catalogue.filter(
      ({ audit, data, method }) => method !== 'GET' && 'command' in audit && 'none' in data,
    );
    expect(unseen.map(({ id }) => id).toSorted()).toEqual([
      // They start a session, and with it the page forgets what it had fetched.
      'accounts.enrolTwoFactor',
      'accounts.forgotPassword',
      'accounts.giveSecondFactor',
      'accounts.resetPassword',
      'accounts.signIn',
      'accounts.stepUp',
      'accounts.verifySignIn',
      // Their answers say what was read, page by page.
      'hr.documentProgress',
      'hr.openDocumentView',
      'passkeys.signIn',
      // The browser itself knows.
      'push.subscribe',
      'push.unsubscribe',
      // They go on to another page, which fetches everything.
      'samlSignIn.finish',
      'samlSignIn.signOutByForm',
      // Directories send them, never the page.
      'scimGroups.create',
      'scimGroups.patch',
      'scimGroups.remove',
      'scimGroups.replace',
      'scimUsers.create',
      'scimUsers.patch',
      'scimUsers.remove',
      'scimUsers.replace',
      'signatures.acceptAgreement',
    ]);
  });
});
