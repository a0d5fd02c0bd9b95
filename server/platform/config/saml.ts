import { createPrivateKey, X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readCertificates } from './certificates.ts';
import type { EnvironmentReader } from './environment.ts';

/** The SAML identity provider that people of the organization sign in with (AUTH-18). */
export interface SamlConfig {
  /** The entity ID of the identity provider. */
  readonly issuer: string;
  readonly signInUrl: URL;
  /** Absent: signing out here does not end the session there. */
  readonly signOutUrl?: URL | undefined;
  /** Its signing certificates in PEM: one, or two while it changes them. */
  readonly certificates: readonly string[];
  /** Domains whose addresses the identity provider governs: only these count as verified. */
  readonly emailDomains: readonly string[];
  /** The attribute with the address; absent: the usual names. */
  readonly emailAttribute?: string | undefined;
  /** The response as a whole must be signed too, not only the assertion. */
  readonly responseSigned: boolean;
  /** Authentication contexts with which this provider reports that two factors were given (AUTH-19). */
  readonly twoFactorContexts: readonly string[];
  /** The key and certificates for signing requests; absent: they are not signed. */
  readonly signing?: { readonly key: string; readonly certificates: readonly string[] } | undefined;
}

const needed = ['SAML_ISSUER', 'SAML_SIGN_IN_URL', 'SAML_CERTIFICATES', 'SAML_EMAIL_DOMAINS'] as const;
const others = [
  'SAML_SIGN_OUT_URL',
  'SAML_EMAIL_ATTRIBUTE',
  'SAML_RESPONSE_SIGNED',
  'SAML_TWO_FACTOR_CONTEXTS',
  'SAML_SIGNING_KEY',
  'SAML_SIGNING_CERTIFICATES',
] as const;
const schemes = ['https:', 'http:'];
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
const fewestKeyBits = 2048;
const mostCertificates = 2;

/** Reads `SAML_*` (OPS-02): all four that name the identity provider, or none. Files are relative to the folder of the start. */
export function readSaml(read: EnvironmentReader, workingDir: string): SamlConfig | undefined {
  const set = needed.filter((variable) => read.isSet(variable));
  const issuer = read.text('SAML_ISSUER');
  const signInUrl = checked(read, 'SAML_SIGN_IN_URL', read.url('SAML_SIGN_IN_URL', schemes));
  const signOutUrl = checked(read, 'SAML_SIGN_OUT_URL', read.url('SAML_SIGN_OUT_URL', schemes));
  const certificates = readIdpCertificates(read, workingDir);
  const emailDomains = readDomains(read);
  const emailAttribute = read.text('SAML_EMAIL_ATTRIBUTE');
  const responseSigned = read.flag('SAML_RESPONSE_SIGNED') ?? false;
  const twoFactorContexts = words(read.text('SAML_TWO_FACTOR_CONTEXTS'));
  const signing = readSigning(read, workingDir);
  if (set.length === 0) {
    for (const variable of others)
      if (read.isSet(variable)) read.refuse(variable, 'has no effect without SAML_ISSUER');
    return undefined;
  }
  for (const variable of needed)
    if (!set.includes(variable)) read.refuse(variable, `is required with ${set.join(' and ')}`);
  if (read.isSet('OIDC_ISSUER'))
    read.refuse('SAML_ISSUER', 'cannot be set with OIDC_ISSUER: people sign in with one provider');
  if (issuer !== undefined && issuer.length > 500)
    read.refuse('SAML_ISSUER', 'must be the entity ID of the identity provider, with at most 500 characters');
  if (issuer === undefined || !signInUrl || !certificates || !emailDomains) return undefined;
  return {
    issuer,
    signInUrl,
    signOutUrl,
    certificates,
    emailDomains,
    emailAttribute,
    responseSigned,
    twoFactorContexts,
    signing,
  };
}

const words = (text: string | undefined): readonly string[] =>
  (text ?? '').split(/[\s,]+/).filter((word) => word !== '');

function checked(read: EnvironmentReader, variable: string, url: URL | undefined): URL | undefined {
  if (!url) return undefined;
  if (url.hash !== '' || url.username !== '' || url.password !== '') {
    read.refuse(variable, 'must be an address without a password and without #');
  } else if (url.protocol === 'http:' && !loopback.has(url.hostname)) {
    read.refuse(variable, 'must begin with https://: sign-ins would be readable in the network');
  }
  return url;
}

function readDomains(read: EnvironmentReader): readonly string[] | undefined {
  const text = read.text('SAML_EMAIL_DOMAINS');
  if (text === undefined) return undefined;
  const domains = words(text.toLowerCase());
  if (domains.length > 0 && domains.every((domain) => /^[^\s@.][^\s@]*\.[^\s@.]+$/.test(domain)))
    return domains;
  read.refuse('SAML_EMAIL_DOMAINS', 'must be one or more domains of email addresses, such as example.org');
  return undefined;
}

/** Requires RSA with at least 2048 bits. xml-crypto checks nothing but RSA, and a shorter key no longer proves anything. */
function usesStrongRsa(pem: string): boolean {
  const { publicKey } = new X509Certificate(pem);
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
  return publicKey.asymmetricKeyType === 'rsa' && bits >= fewestKeyBits;
}

function readIdpCertificates(read: EnvironmentReader, workingDir: string): readonly string[] | undefined {
  const file = read.text('SAML_CERTIFICATES');
  if (file === undefined) return undefined;
  const found = readCertificates(path.resolve(workingDir, file));
  if (!found) {
    read.refuse('SAML_CERTIFICATES', 'must be a PEM file with the certificate of the identity provider');
  } else if (found.length > mostCertificates) {
    read.refuse(
      'SAML_CERTIFICATES',
      'must have one certificate, or two while the identity provider changes it',
    );
  } else if (!found.every(usesStrongRsa)) {
    read.refuse('SAML_CERTIFICATES', `must have RSA keys of at least ${fewestKeyBits} bits`);
  }
  return found;
}

function readSigning(read: EnvironmentReader, workingDir: string): SamlConfig['signing'] {
  const keyFile = read.text('SAML_SIGNING_KEY');
  const certificateFile = read.text('SAML_SIGNING_CERTIFICATES');
  if (keyFile === undefined && certificateFile === undefined) return undefined;
  if (keyFile === undefined || certificateFile === undefined) {
    const missing = keyFile === undefined ? 'SAML_SIGNING_KEY' : 'SAML_SIGNING_CERTIFICATES';
    read.refuse(missing, 'is required: SAML_SIGNING_KEY and SAML_SIGNING_CERTIFICATES belong together');
    return undefined;
  }
  const certificates = readCertificates(path.resolve(workingDir, certificateFile));
  const [first] = certificates ?? [];
  if (certificates === undefined || first === undefined) {
    read.refuse(
      'SAML_SIGNING_CERTIFICATES',
      'must be a PEM file with at least one certificate that can be read',
    );
    return undefined;
  }
  const key = readKey(path.resolve(workingDir, keyFile), first);
  if (key === undefined) {
    read.refuse('SAML_SIGNING_KEY', 'must be a PEM file with the RSA key of the first certificate');
    return undefined;
  }
  return { key, certificates };
}

/** Returns the key of a certificate; undefined if the file cannot be read or has another one. */
function readKey(file: string, certificate: string): string | undefined {
  try {
    const key = createPrivateKey(fs.readFileSync(file, 'utf8'));
    if (!usesStrongRsa(certificate) || !new X509Certificate(certificate).checkPrivateKey(key))
      return undefined;
    return key.export({ type: 'pkcs8', format: 'pem' });
  } catch {
    return undefined;
  }
}
