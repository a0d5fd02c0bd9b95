import type { PasswordProfile } from '../passwords/policy.ts';

/** Acts of somebody else on an account after which signing is closed until its person has proved their identity (SIG-05). */
export const closureCauses = [
  /** An administrator created the account and with it its first password. */
  'account_created',
  /** An administrator issued a password: generated or set. */
  'credential_issued',
  /** An administrator changed the email. */
  'email_changed',
  /** An administrator took the second factor away. */
  'authenticator_reset',
  /** A password was chosen by a link to an address that an administrator had entered, or a provider linked somebody by it. */
  'link_elsewhere',
  /** The person changed the printed name without anybody's approval, after having signed under another. */
  'name_changed',
] as const;

/** One of {@link closureCauses}. */
export type ClosureCause = (typeof closureCauses)[number];

/** The proofs of a person's identity: something that the person who closed signing does not have, or the confirmation of another person (SIG-05). */
export const signingWays = ['mailbox', 'authenticator', 'provider', 'passkey', 'second_person'] as const;

/** One of {@link signingWays}. */
export type SigningWay = (typeof signingWays)[number];

/** How signing was opened again; `new_account`: a first password where no email server is set up, which closes nothing. */
export const signingOpenings = [...signingWays, 'new_account'] as const;

/** One of {@link signingOpenings}. */
export type SigningOpening = (typeof signingOpenings)[number];

/** What the person held before: a means of proof counts only if it was there before the first act that closed signing. */
export type HeldMeans = Extract<SigningWay, 'authenticator' | 'provider' | 'passkey'>;

/** Whether a means that the person has held since some instant was there before everything that closed signing. */
export function heldBefore(since: Date | null, closures: readonly { readonly causedAt: Date }[]): boolean {
  return since !== null && closures.every(({ causedAt }) => since < causedAt);
}

/** The ways that open signing (SIG-05): in the regulated profile always a second person, who signs for it. */
export function waysToOpen(facts: {
  readonly policy: PasswordProfile;
  readonly mailServer: boolean;
  readonly causes: readonly ClosureCause[];
  readonly held: readonly HeldMeans[];
}): readonly SigningWay[] {
  // No mailbox and no key says anything about a name.
  if (facts.policy === 'regulated' || facts.causes.includes('name_changed')) return ['second_person'];
  return [...facts.held, ...(facts.mailServer ? (['mailbox'] as const) : []), 'second_person'];
}

/**
 * Whether an act closes signing (SIG-05). The first password of an account that nobody has signed in to does not where no email
 * server is set up and the profile is standard: there is no mailbox that could prove anything, and nobody's signature to take over.
 */
export function closesSigning(facts: {
  readonly policy: PasswordProfile;
  readonly mailServer: boolean;
  readonly cause: ClosureCause;
  /** Nobody has signed in to the account, and its email is the one that it was created with. */
  readonly unused: boolean;
}): boolean {
  if (facts.policy === 'regulated' || facts.mailServer || !facts.unused) return true;
  return facts.cause !== 'account_created' && facts.cause !== 'credential_issued';
}

/** Why somebody cannot confirm who a person is (SIG-05). */
export const confirmerRefusals = ['self', 'involved', 'dependent'] as const;

/** One of {@link confirmerRefusals}. */
export type ConfirmerRefusal = (typeof confirmerRefusals)[number];

/**
 * Whether somebody may confirm the identity of a person: neither the person, nor anybody who closed signing, nor an account that has its permissions
 * from one of them. Otherwise the person who closes signing could create the account that opens it.
 */
export function refuseConfirmer(facts: {
  readonly confirmerId: string;
  readonly personId: string;
  readonly causedBy: readonly (string | null)[];
  /** Those who created the confirmer's account, issued its password, promoted it or gave it a grant, and those to whom they owe theirs. */
  readonly owesTo: readonly string[];
}): ConfirmerRefusal | null {
  const { confirmerId, personId, causedBy, owesTo } = facts;
  if (confirmerId === personId) return 'self';
  if (causedBy.includes(confirmerId)) return 'involved';
  return owesTo.some((id) => id === personId || causedBy.includes(id)) ? 'dependent' : null;
}

/** An address of which enough is shown that its owner recognizes it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '•••' : `${email.slice(0, 1)}•••${email.slice(at)}`;
}
