import { createHash, randomBytes } from 'node:crypto';

/** The confirmation of a time-stamp server. */
export interface TimeStamp {
  readonly at: Date;
  /** The common name of its certificate. */
  readonly by: string;
}

/** A token that is not believed, with the reason in words. */
export class TokenFault extends Error {
  override readonly name = 'TokenFault';
}

const oids = {
  sha256: '2.16.840.1.101.3.4.2.1',
  signedData: '1.2.840.113549.1.7.2',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  commonName: '2.5.4.3',
} as const;
const oldDigests = new Set(['1.3.14.3.2.26', '1.2.840.113549.2.5']);

/** Loaded only where a time-stamp server is configured. */
const load = async () => ({ asn1: await import('asn1js'), pki: await import('pkijs') });

const bytesOf = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);

/**
 * Returns a request for data by its SHA-256, with the certificate wanted in the answer, and the nonce that must come back (RFC
 * 3161).
 */
export async function makeRequest(data: Buffer): Promise<{ readonly query: Buffer; readonly nonce: Buffer }> {
  const { asn1, pki } = await load();
  const nonce = randomBytes(16);
  // A positive number, written in its shortest form.
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  const request = new pki.TimeStampReq({
    version: 1,
    messageImprint: new pki.MessageImprint({
      hashAlgorithm: new pki.AlgorithmIdentifier({
        algorithmId: oids.sha256,
        algorithmParams: new asn1.Null(),
      }),
      hashedMessage: new asn1.OctetString({ valueHex: bytesOf(createHash('sha256').update(data).digest()) }),
    }),
    nonce: new asn1.Integer({ valueHex: bytesOf(nonce) }),
    certReq: true,
  });
  return { query: Buffer.from(request.toSchema().toBER()), nonce };
}

/** Returns the token of an answer. Throws {@link TokenFault} where the server refused. */
export async function tokenOf(answer: Buffer): Promise<Buffer> {
  const { pki } = await load();
  const response = parsed(() => pki.TimeStampResp.fromBER(bytesOf(answer)));
  const { status, statusStrings = [] } = response.status;
  const token = response.timeStampToken;
  const granted = [pki.PKIStatus.granted, pki.PKIStatus.grantedWithMods];
  if (!granted.includes(status) || !token) {
    const words = statusStrings.map(({ valueBlock }) => valueBlock.value).join(', ');
    throw new TokenFault(`the server refused: status ${String(status)}${words === '' ? '' : `, ${words}`}`);
  }
  return Buffer.from(token.toSchema().toBER());
}

/**
 * Returns the confirmation of this data by a token: the hash fits, and the signature and its certificate lead to a trusted
 * one for time stamps, valid at the time that the token names. Throws {@link TokenFault}.
 */
export async function verifyToken(
  token: Buffer,
  data: Buffer,
  trusted: readonly string[],
  nonce?: Buffer,
): Promise<TimeStamp> {
  const { pki } = await load();
  const signed = parsed(() => {
    const content = pki.ContentInfo.fromBER(bytesOf(token));
    if (content.contentType !== oids.signedData) throw new Error('not signed data');
    return new pki.SignedData({ schema: content.content });
  });
  const { eContentType, eContent } = signed.encapContentInfo;
  if (eContentType !== oids.tstInfo || !eContent) throw new TokenFault('it is no time stamp');
  const info = parsed(() => pki.TSTInfo.fromBER(eContent.getValue()));
  const imprint = Buffer.from(info.messageImprint.hashedMessage.getValue());
  if (!imprint.equals(createHash('sha256').update(data).digest()))
    throw new TokenFault('it is the time stamp of something else');
  if (nonce && !(info.nonce && Buffer.from(info.nonce.valueBlock.valueHexView).equals(nonce)))
    throw new TokenFault('it answers another request');
  if (oldDigests.has(signed.signerInfos[0]?.digestAlgorithm.algorithmId ?? ''))
    throw new TokenFault('its signature uses SHA-1 or MD5');
  const result = await signed
    .verify({
      signer: 0,
      data: bytesOf(data).buffer,
      trustedCerts: trusted.map((pem) => pki.Certificate.fromBER(derOf(pem))),
      checkChain: true,
      extendedMode: true,
    })
    .catch((error: unknown) => {
      throw new TokenFault(`its signature is not believed: ${(error as Error).message}`);
    });
  const signer = result.signerCertificate;
  if (result.signatureVerified !== true || !signer) throw new TokenFault('its signature does not fit');
  const usage = signer.extensions?.find(({ extnID }) => extnID === oids.extendedKeyUsage)?.parsedValue;
  if (!(usage instanceof pki.ExtKeyUsage && usage.keyPurposes.includes(oids.timeStamping)))
    throw new TokenFault('its certificate is not one for time stamps');
  const name = signer.subject.typesAndValues.find(({ type }) => type === oids.commonName);
  return { at: info.genTime, by: name?.value.valueBlock.value ?? 'unnamed server' };
}

const derOf = (pem: string): Uint8Array<ArrayBuffer> =>
  bytesOf(Buffer.from(pem.replaceAll(/-----[^-]+-----/g, ''), 'base64'));

function parsed<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new TokenFault('it cannot be read');
  }
}
