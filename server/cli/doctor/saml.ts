import { X509Certificate } from 'node:crypto';
import { samlClockSkew, samlMetadataAddress } from '#server/domains/accounts/index.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { SamlConfig } from '#server/platform/config/saml.ts';
import { Warning, type Examination } from './examination.ts';

const reachMs = 10_000;
const dayMs = 86_400_000;
/** A certificate that ends sooner is a warning: the identity provider needs time to send the next one. */
const soonDays = 30;

/** Returns the examinations of sign-in with SAML (AUTH-18, OPS-10); none where it is not configured. */
export function samlExaminations(config: Config): readonly Examination[] {
  const { saml } = config;
  if (!saml) return [];
  return [
    {
      name: 'SAML identity provider',
      look: async () =>
        `${saml.issuer}, certificate ${validity(saml.certificates, 'SAML_CERTIFICATES', 'ask for the new one', new Date())}`,
    },
    { name: 'SAML metadata', look: async () => lookAtMetadata(config, saml, new Date()) },
    { name: 'SAML clock', look: () => lookAtClock(saml) },
  ];
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Returns until when the certificates of a variable can be used; throws if none can today, warns if the last one ends soon. */
function validity(pems: readonly string[], variable: string, remedy: string, now: Date): string {
  const certificates = pems.map((pem) => new X509Certificate(pem));
  const last = new Date(Math.max(...certificates.map(({ validToDate }) => validToDate.getTime())));
  if (last <= now)
    throw new Error(`every certificate in ${variable} expired, the last one on ${dayOf(last)}; ${remedy}`);
  if (certificates.every(({ validFromDate, validToDate }) => validFromDate > now || validToDate <= now)) {
    const first = new Date(Math.min(...certificates.map(({ validFromDate }) => validFromDate.getTime())));
    throw new Error(`no certificate in ${variable} is valid before ${dayOf(first)}; ${remedy}`);
  }
  if (last.getTime() - now.getTime() < soonDays * dayMs)
    throw new Warning(`the last certificate in ${variable} expires on ${dayOf(last)}; ${remedy}`);
  return `until ${dayOf(last)}`;
}

/** The address that the identity provider needs, and whether the certificate in it can be used. Sign-in pages of browsers must be https. */
function lookAtMetadata(config: Config, { signing }: SamlConfig, now: Date): string {
  const address = samlMetadataAddress(config);
  const signed = signing
    ? `requests are signed, certificate ${validity(signing.certificates, 'SAML_SIGNING_CERTIFICATES', 'create a new one and register it', now)}`
    : 'requests are not signed';
  const url = new URL(address);
  if (url.protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname))
    throw new Warning(`${address} is not https: most identity providers refuse it; check PUBLIC_URL`);
  return `register ${address} at the identity provider; ${signed}`;
}

/**
 * Compares the clock of the identity provider with this one, by the time of its answer. Only browsers must reach it, so an address that
 * does not answer here is a warning.
 */
async function lookAtClock({ signInUrl }: SamlConfig): Promise<string> {
  const { origin } = signInUrl;
  let told: string | null;
  try {
    const answer = await fetch(signInUrl, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(reachMs),
    });
    told = answer.headers.get('date');
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Warning(
      `${origin} does not answer from here, so its clock is not compared: ${String(cause)}; browsers must reach SAML_SIGN_IN_URL`,
    );
  }
  const there = told === null ? Number.NaN : Date.parse(told);
  if (Number.isNaN(there))
    throw new Warning(`${origin} answers without a time, so its clock is not compared`);
  const apart = Math.round(Math.abs(there - Date.now()) / 1000);
  if (apart * 1000 > samlClockSkew)
    throw new Error(
      `its clock and this machine's are ${String(apart)} seconds apart: sign-ins are refused from ${String(samlClockSkew / 1000)} on; use NTP`,
    );
  return `${origin} answers, and its clock agrees`;
}
