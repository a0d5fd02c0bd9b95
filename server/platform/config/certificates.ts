import { X509Certificate } from 'node:crypto';
import fs from 'node:fs';

/** Returns the certificates of a PEM file; undefined if it cannot be read, has none, or one of them is damaged. */
export function readCertificates(file: string): readonly string[] | undefined {
  try {
    const text = fs.readFileSync(file, 'utf8');
    const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    const certificates = found.map((pem) => new X509Certificate(pem).toString());
    return certificates.length > 0 ? certificates : undefined;
  } catch {
    return undefined;
  }
}
