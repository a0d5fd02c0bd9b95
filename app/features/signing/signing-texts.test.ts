import { expect, test } from 'vitest';
import { currentAgreement } from '#shared/domain/signatures/agreement.ts';
import { signingTexts } from '#app/features/signing/signing-texts.ts';
import { messages as deApp } from '#app/locales/app/de.po';
import { messages as enApp } from '#app/locales/app/en.po';
import { messages as esApp } from '#app/locales/app/es.po';
import { messages as frApp } from '#app/locales/app/fr.po';

const catalogues = [enApp, deApp, esApp, frApp];

test('[SIG-03] the agreement is in the catalogue word for word, in every language', () => {
  const descriptor = signingTexts.find(([known]) => known === currentAgreement.text)?.[1];
  expect(descriptor?.message, 'the words of the source').toBe(currentAgreement.text);
  for (const catalogue of catalogues) expect(catalogue).toHaveProperty([descriptor?.id ?? '']);
});
