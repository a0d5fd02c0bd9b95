import { isIP } from 'node:net';
import { createHmac, randomBytes } from 'node:crypto';
import { equalInConstantTime, hmacHex, keyFor, sha256Hex } from '#server/platform/crypto/keys.ts';
import type { Services } from '#server/platform/services.ts';

/** Returns the library of passkeys, loaded at the first use: with its certificates it is a tenth of a server's memory. */
export const webAuthn = () => import('@simplewebauthn/server');

/** How long a challenge may be answered, in milliseconds. */
export const CHALLENGE_LIFETIME = 5 * 60_000;

/** Returns the relying party of passkeys: the host of PUBLIC_URL, and exactly its origin. */
export function relyingParty({ config: { publicUrl } }: Pick<Services, 'config'>) {
  return { id: publicUrl.hostname, origin: publicUrl.origin, name: 'TrainTrail' };
}

/** Browsers know passkeys of names under https and of localhost, never of bare addresses. */
export function offersPasskeys({ config: { publicUrl } }: Pick<Services, 'config'>): boolean {
  const { hostname, protocol } = publicUrl;
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return false;
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
}

/** Returns the id by which authenticators know a person. It discloses nothing, and all passkeys of a person have the same one. */
export function userHandleOf(userId: string): Buffer {
  return createHmac('sha256', 'TrainTrail passkeys').update(userId).digest();
}

/**
 * The purpose to which an answer is bound: the act, the person and session, and the signed content. It is refused for any
 * other purpose.
 */
export type ChallengePurpose =
  | readonly ['sign-in']
  | readonly ['second-step', userId: string, passwordMark: string]
  | readonly ['register' | 'step-up' | 'second-factor', userId: string, sid: string]
  | readonly ['signature', userId: string, sid: string, requestHash: string];

type Sources = Pick<Services, 'config' | 'clock'>;

/**
 * Creates a challenge that only this installation can create: its end and 16 random bytes, bound to its purpose by an HMAC.
 * Nothing is stored until it is answered; then {@link hashOf} is, so that it counts once.
 */
export function newChallenge(services: Sources, purpose: ChallengePurpose): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(24);
  head.writeBigUInt64BE(BigInt(services.clock.now().getTime() + CHALLENGE_LIFETIME));
  randomBytes(16).copy(head, 8);
  return Buffer.concat([head, Buffer.from(macOf(services, purpose, head), 'hex')]);
}

/** Returns when a challenge ends; null if it was not created for this purpose or has ended. */
export function challengeEnd(services: Sources, purpose: ChallengePurpose, challenge: string): Date | null {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== 56) return null;
  const head = bytes.subarray(0, 24);
  if (!equalInConstantTime(macOf(services, purpose, head), bytes.subarray(24).toString('hex'))) return null;
  const end = Number(head.readBigUInt64BE());
  return end > services.clock.now().getTime() ? new Date(end) : null;
}

/** Returns the name of a challenge in the list of those that were answered. */
export const hashOf = (challenge: string): string => sha256Hex(Buffer.from(challenge, 'base64url'));

const macOf = ({ config }: Sources, purpose: ChallengePurpose, head: Uint8Array): string =>
  hmacHex(
    keyFor(config, 'passkey-challenge'),
    `${JSON.stringify(purpose)}\n${Buffer.from(head).toString('hex')}`,
  );
