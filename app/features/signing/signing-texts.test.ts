import { expect, test } from 'vitest';
import { currentAgreement } from '#shared/domain/signatures/agreement.ts';
import { MEANING_MAX, meaningCodes, statementFor } from '#shared/domain/signatures/statements.ts';
import { hrTexts } from '#app/features/hr/hr-texts.ts';
import { integrityTexts } from '#app/screens/integrity-checks/integrity-messages.ts';
import { signingTexts } from '#app/features/signing/signing-texts.ts';
import { messages as deApp } from '#app/locales/app/de.po';
import { messages as enApp } from '#app/locales/app/en.po';
import { messages as esApp } from '#app/locales/app/es.po';
import { messages as frApp } from '#app/locales/app/fr.po';
import { messages as deStaff } from '#app/locales/staff/de.po';
import { messages as enStaff } from '#app/locales/staff/en.po';
import { messages as esStaff } from '#app/locales/staff/es.po';
import { messages as frStaff } from '#app/locales/staff/fr.po';

const [en, de, es, fr] = [
  { ...enApp, ...enStaff },
  { ...deApp, ...deStaff },
  { ...esApp, ...esStaff },
  { ...frApp, ...frStaff },
];
const texts = [...signingTexts, ...hrTexts, ...integrityTexts];

test('[SIG-02] every statement and the agreement are in the catalogue word for word, in every language', () => {
  const wanted = [...meaningCodes.map((code) => statementFor(code).text), currentAgreement.text];
  for (const text of wanted) {
    const descriptor = texts.find(([known]) => known === text)?.[1];
    expect(descriptor?.message, 'the words of the source').toBe(text);
    for (const catalogue of [en, de, es, fr]) expect(catalogue).toHaveProperty([descriptor?.id ?? '']);
  }
});

test('[SIG-02] a statement is signable in every language: at most 200 characters', () => {
  for (const code of meaningCodes) {
    const id = texts.find(([known]) => known === statementFor(code).text)?.[1].id ?? '';
    for (const catalogue of [en, de, es, fr]) {
      const text = String(catalogue[id]);
      expect(text.length).toBeGreaterThan(20);
      expect(Array.from(text).length).toBeLessThanOrEqual(MEANING_MAX);
    }
  }
});
