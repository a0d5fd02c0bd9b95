import { signingKeyThen } from '#server/platform/crypto/signing-key.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';

/** Data as a signed file: JSON with the signature of the installation over it, with its key of that instant, under the name and version of its format. */
export function signedJson(
  keys: KeySource,
  format: string,
  data: object,
  asOf: Date,
): { readonly text: string; readonly keyId: string } {
  const key = signingKeyThen(keys, asOf);
  const said = { format, ...data };
  const signature = key.sign(Buffer.from(`${format}\n`), JSON.stringify(said, null, 2)).toString('base64');
  return { text: `${JSON.stringify({ ...said, keyId: key.id, signature }, null, 2)}\n`, keyId: key.id };
}

/** Attaches a signed file to a document. */
export const attachJson = (doc: PDFKit.PDFDocument, name: string, text: string, asOf: Date): void =>
  void doc.file(Buffer.from(text), {
    name,
    type: 'application/json',
    creationDate: asOf,
    modifiedDate: asOf,
  });
