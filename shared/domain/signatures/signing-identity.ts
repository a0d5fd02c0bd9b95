import type { PasswordProfile } from '../passwords/policy.ts';

/** Acts of another person on an account after which signing is closed until its person has proved their identity (SIG-05). */
export const closureCauses = [
  /** An administrator created the account and with it its first password. */
  'account_created',
  /** An administrator issued a password: generated or set. */
  'credential_issued',
  /** An administrator changed the email. */
  'email_changed',
  /** An administrator removed the second factor. */
  'authenticator_reset',
  /** A password was chosen by a link to an address that an administrator had entered, or a provider linked an account by it. */
  'link_elsewhere',
  /** The person changed the printed name without any approval, after having signed under another. */
  'name_changed',
] as const;

/** One of {@link closureCauses}. */
export type ClosureCause = (typeof closureCauses)[number];

/** The proofs of a person's identity: something that the person who closed signing does not have, or the confirmation of another person (SIG-05). */
export const signingWays = ['mailbox', 'authenticator', 'provider', 'passkey', 'second_person'] as const;

/** One of {@link signingWays}. */
export type SigningWay = (typeof signingWays)[number];

/**
 * The way in which signing was opened again. `new_account` is a first password if no email server is set up; it closes nothing.
 */
export const signingOpenings = [...signingWays, 'new_account'] as const;

/** One of {@link signingOpenings}. */
export type SigningOpening = (typeof signingOpenings)[number];

/** The means that the person already had: a means of proof counts only if it existed before the first act that closed signing. */
export type HeldMeans = Extract<SigningWay, 'authenticator' | 'provider' | 'passkey'>;

/** Returns whether the person has had a means of proof since before everything that closed signing. */
export function heldBefore(since: Date | null, closures: readonly { readonly causedAt: Date }[]): boolean {
  return since !== null && closures.every(({ causedAt }) => since < causedAt);
}

/** Returns the ways that open signing (SIG-05): in the regulated profile always a second person, who signs for it. */
export function waysToOpen(facts: {
  readonly policy: PasswordProfile;
  readonly mailServer: boolean;
  readonly causes: readonly ClosureCause[];
  readonly held: readonly HeldMeans[];
}): readonly SigningWay[] {
  // A mailbox or a key proves nothing about a name.
  if (facts.policy === 'regulated' || facts.causes.includes('name_changed')) return ['second_person'];
  return [...facts.held, ...(facts.mailServer ? (['mailbox'] as const) : []), 'second_person'];
}

/**
 * Returns whether an act closes signing (SIG-05). The first password of an unused account does not close it if no email server is
 * set up and the profile is standard. No mailbox could prove anything then, and there is no signature to take over.
 */
export function closesSigning(facts: {
  readonly policy: PasswordProfile;
  readonly mailServer: boolean;
  readonly cause: ClosureCause;
  /** Nobody has signed in to the account, and its email is the original one. */
  readonly unused: boolean;
}): boolean {
  if (facts.policy === 'regulated' || facts.mailServer || !facts.unused) return true;
  return facts.cause !== 'account_created' && facts.cause !== 'credential_issued';
}

/** The reasons why a person cannot confirm another person's identity (SIG-05). */
export const confirmerRefusals = ['self', 'involved', 'dependent'] as const;

/** One of {@link confirmerRefusals}. */
export type ConfirmerRefusal = (typeof confirmerRefusals)[number];

/**
 * Returns why somebody may not confirm the identity of a person; null if they may. The person may not, nor may anybody who closed
 * signing, nor an account that has its permissions from one of them. Otherwise the person who closes signing could create the
 * account that opens it.
 */
export function refuseConfirmer(facts: {
  readonly confirmerId: string;
  readonly personId: string;
  readonly causedBy: readonly (string | null)[];
  /**
   * The people who created the confirmer's account, issued its password, promoted it or gave it a grant, and those who did
   * the same for their accounts.
   */
  readonly owesTo: readonly string[];
}): ConfirmerRefusal | null {
  const { confirmerId, personId, causedBy, owesTo } = facts;
  if (confirmerId === personId) return 'self';
  if (causedBy.includes(confirmerId)) return 'involved';
  return owesTo.some((id) => id === personId || causedBy.includes(id)) ? 'dependent' : null;
}

/** Returns an address that shows just enough for its owner to recognize it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '•••' : `${email.slice(0, 1)}•••${email.slice(at)}`;
}
