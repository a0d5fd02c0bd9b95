/** A key and a certificate of its own, as identity providers sign with (AUTH-18). */
import { webcrypto } from 'node:crypto';
import { Integer, Utf8String } from 'asn1js';
import { AttributeTypeAndValue, Certificate, CryptoEngine, setEngine } from 'pkijs';

/** In PEM. */
export interface KeyPair {
  readonly key: string;
  readonly certificate: string;
}

const pem = (label: string, bytes: ArrayBuffer): string =>
  `-----BEGIN ${label}-----\n${(
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  ).join('\n')}\n-----END ${label}-----\n`;

const day = 24 * 60 * 60_000;

/** Makes an RSA key of 2048 bits, or another size, and a certificate that is valid until a day from now unless said. */
export async function selfSigned(name: string, { bits = 2048, until = day } = {}): Promise<KeyPair> {
  const { subtle } = webcrypto;
  setEngine('node', new CryptoEngine({ name: 'node', crypto: webcrypto as unknown as Crypto }));
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    publicExponent: new Uint8Array([1, 0, 1]),
    modulusLength: bits,
  };
  const keys = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: 1 });
  const called = () => new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: name }) });
  certificate.issuer.typesAndValues.push(called());
  certificate.subject.typesAndValues.push(called());
  certificate.notBefore.value = new Date(Date.now() - 30 * day);
  certificate.notAfter.value = new Date(Date.now() + until);
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey as CryptoKey);
  await certificate.sign(keys.privateKey as CryptoKey, 'SHA-256');
  return {
    key: pem('PRIVATE KEY', await subtle.exportKey('pkcs8', keys.privateKey)),
    certificate: pem('CERTIFICATE', certificate.toSchema(true).toBER(false)),
  };
}
