import { expect, test } from 'vitest';
import { sessionIndexesOf } from './sign-out-request.ts';
import { readXml } from './xml.ts';

const request = (parts: string) =>
  readXml(
    `<p:LogoutRequest xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:o="urn:example:other">${parts}</p:LogoutRequest>`,
  );

test('[AUTH-18] [AUTH-04] every session that a request to sign out names is read, not only the first', () => {
  const two = '<p:SessionIndex>one</p:SessionIndex><p:SessionIndex> two </p:SessionIndex>';
  expect(sessionIndexesOf(request(two))).toEqual(['one', 'two']);
  expect(sessionIndexesOf(request('<p:SessionIndex/>'))).toEqual([]);
  expect(sessionIndexesOf(request('<o:SessionIndex>one</o:SessionIndex>'))).toEqual([]);
});
