/** An email of a person as a company directory gives it (RFC 7643 §4.1.2). */
export interface DirectoryEmail {
  readonly value?: string | undefined;
  readonly type?: string | undefined;
  readonly primary?: boolean | undefined;
}

/**
 * Returns the addresses that an account may use, the best first (OPS-06): the userName if it is an address, as most directories sign in
 * with it, then the primary email, then the one at work, then the others. Each once, whatever its case.
 */
export function addressesOf(
  userName: string,
  emails: readonly DirectoryEmail[],
  isAddress: (text: string) => boolean,
): readonly string[] {
  const rank = ({ primary, type }: DirectoryEmail): number => {
    if (primary === true) return 0;
    return type?.toLowerCase() === 'work' ? 1 : 2;
  };
  const ordered = emails.toSorted((a, b) => rank(a) - rank(b)).map(({ value }) => value ?? '');
  const texts = [userName, ...ordered].map((text) => text.trim());
  const byKey = new Map(texts.map((text) => [text.toLowerCase(), text]).toReversed() as [string, string][]);
  return [...new Set(texts.map((text) => text.toLowerCase()))]
    .map((key) => byKey.get(key) ?? key)
    .filter((text) => isAddress(text));
}

const noMailbox = '@no-mailbox.invalid';

/** The address of an account without a mailbox (RFC 2606 'invalid'): its person signs in through the identity provider. */
export const addressWithoutMailbox = (userId: string): string => `${userId}${noMailbox}`;

/** Returns false for the address of an account without a mailbox: no email is written to it. */
export const hasMailbox = (address: string): boolean => !address.endsWith(noMailbox);
