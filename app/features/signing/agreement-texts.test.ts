import { expect, test } from 'vitest';
import { signatureAgreements } from '#shared/domain/signatures/agreement.ts';
import { agreementTexts } from '#app/features/signing/agreement-texts.ts';

test('[SIG-03] every agreement is read in its own words in English, and has its entry in the catalogue', () => {
  for (const { version, text } of signatureAgreements) expect(agreementTexts[version]?.message).toBe(text);
});
