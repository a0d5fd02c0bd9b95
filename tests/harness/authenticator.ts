import { createHash, generateKeyPairSync, randomBytes, sign as signBytes, type KeyObject } from 'node:crypto';

/** What is wrong with an answer, for the attacks. */
export interface Faults {
  readonly origin?: string;
  readonly rpId?: string;
  readonly userVerified?: boolean;
  readonly type?: string;
  readonly crossOrigin?: boolean;
}

/** The options that the server answers, as far as an authenticator looks at them. */
export interface PasskeyOptions {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id?: string };
  readonly user?: { readonly id: string };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** CBOR of what WebAuthn needs: small integers, byte strings, texts and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([key, item]: [unknown, unknown]) => [cbor(key), cbor(item)]),
    ]);
  throw new TypeError('not needed by WebAuthn');
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([major * 32 + length]);
  if (length < 256) return Buffer.from([major * 32 + 24, length]);
  return Buffer.from([major * 32 + 25, Math.floor(length / 256), length % 256]);
}

/** An authenticator in software: one ES256 passkey, with a counter that goes on. */
export class SoftwareAuthenticator {
  readonly id = base64(randomBytes(32));
  /** The counter of the last use; set it back to be a copy. */
  counter = 0;
  readonly #origin: string;
  readonly #private: KeyObject;
  readonly #cose: Buffer;
  #userHandle = '';

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#private = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#cose = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }

  /** Creates the passkey, as `navigator.credentials.create` does. */
  create(options: PasskeyOptions, faults: Faults = {}) {
    this.#userHandle = options.user?.id ?? '';
    const id = Buffer.from(this.id, 'base64url');
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.#cose]);
    const authData = Buffer.concat([this.#authData(options.rp?.id ?? '', 0x40, faults), credential]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      ...this.#common(),
      response: {
        clientDataJSON: base64(this.#clientData('webauthn.create', options.challenge, faults)),
        attestationObject: base64(cbor(attestation)),
        transports: ['internal'],
      },
    };
  }

  /** Uses the passkey, as `navigator.credentials.get` does. */
  get(options: PasskeyOptions, faults: Faults = {}) {
    this.counter += 1;
    const authData = this.#authData(options.rpId ?? '', 0, faults);
    const clientData = this.#clientData('webauthn.get', options.challenge, faults);
    const signature = signBytes('sha256', Buffer.concat([authData, sha256(clientData)]), this.#private);
    return {
      ...this.#common(),
      response: {
        clientDataJSON: base64(clientData),
        authenticatorData: base64(authData),
        signature: base64(signature),
        userHandle: this.#userHandle,
      },
    };
  }

  #common() {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
    };
  }

  #clientData(type: string, challenge: string, faults: Faults): Buffer {
    const { origin = this.#origin, crossOrigin = false } = faults;
    return Buffer.from(JSON.stringify({ type: faults.type ?? type, challenge, origin, crossOrigin }));
  }

  #authData(rpId: string, flags: number, { rpId: wrong, userVerified = true }: Faults): Buffer {
    const data = Buffer.alloc(37);
    sha256(wrong ?? rpId).copy(data);
    data[32] = flags + 1 + (userVerified ? 4 : 0);
    data.writeUInt32BE(this.counter, 33);
    return data;
  }
}
