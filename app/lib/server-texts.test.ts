import { i18n } from '@lingui/core';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorCodes } from '#shared/contract/errors.ts';
import { signatureReasonTexts } from '#shared/contract/signatures.ts';
import { passwordReasonTexts } from '#shared/domain/passwords/texts.ts';
import { toApiError } from '#app/lib/api-error.ts';
import { explain, isKnownServerText, translateServerText } from '#app/lib/server-texts.ts';
import '#app/features/assigning/assigning-texts.ts';
import '#app/features/hr/hr-texts.ts';
import '#app/features/passkeys/passkey-texts.ts';
import '#app/features/security/password-texts.ts';
import '#app/lib/member-texts.ts';
import '#app/lib/visitor-texts.ts';

const contract = join(import.meta.dirname, '../../shared/contract');

/** The messages that the schemas of the contract can give, as they stand in the sources. */
function contractMessages(): readonly string[] {
  const spoken =
    /(?:z\s*\.(?:string|number|array|literal|int|email|iso\s*\.\w+)|\.(?:min|max|length|regex|refine|email|url|int|multipleOf|positive|nonnegative)|requiredLine|requiredText)\(([^;]*?)\)(?=[\s.,;)]|$)/gs;
  return readdirSync(contract)
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const source = readFileSync(join(contract, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      return [...source.matchAll(spoken)].flatMap(([, inside = '']) =>
        [...inside.matchAll(/'((?:[^'\\\n]|\\.)+)'|`([^`]+)`/g)].map(
          ([, plain, template]) => plain ?? template ?? '',
        ),
      );
    })
    .filter((text) => /^[A-Z][\w']*( |$)/.test(text) && !/^[A-Z_]+$/.test(text) && text !== 'TrainTrail')
    .map((text) => text.replace(/\$\{[^}]*\}/g, '7'));
}

test('[SHELL-09] every error of the API has its translation', () => {
  const texts = Object.values(errorCodes).map(([, text]) => text);
  expect(texts.filter((text) => !isKnownServerText(text))).toEqual([]);
});

test('[SHELL-09] every message of a schema of the contract has its translation', () => {
  const texts = [...new Set(contractMessages())];
  expect(texts).toContain('Please enter a valid email address');
  expect(texts).toContain('At most 7 characters');
  expect(texts.length).toBeGreaterThan(30);
  expect(texts.filter((text) => !isKnownServerText(text))).toEqual([]);
});

test('[SHELL-09] reasons of passwords and signatures have their translation', () => {
  const texts = [...Object.values(passwordReasonTexts), ...Object.values(signatureReasonTexts)].map((text) =>
    text.replaceAll(/\{\w+\}/g, '15'),
  );
  expect(texts.filter((text) => !isKnownServerText(text))).toEqual([]);
});

test('[SHELL-09] figures in a text of the server come through, unknown texts stay as they came', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  expect(translateServerText('At most 128 characters')).toBe('At most 128 characters');
  expect(translateServerText('Password must be at least 15 characters')).toBe(
    'Password must be at least 15 characters',
  );
  expect(translateServerText('A text that nobody knows')).toBe('A text that nobody knows');
});

test.each([
  [409, 'Conflict', '{"code":"CONFLICT","detail":"This no longer fits what is stored."}'],
  [502, 'Bad Gateway', ''],
  [502, 'Bad Gateway', '<html><body><h1>502 Bad Gateway</h1></body></html>'],
] as const)(
  '[SHELL-07] %i %s with body %j is explained in words for a person',
  (status, statusText, body) => {
    const text = explain(toApiError(status, statusText, body));
    expect(text).toBe(
      status === 409 ? 'This no longer fits what is stored.' : 'Something went wrong on our side.',
    );
  },
);
