/** The longest slug of an organization, in characters (ORG-04). */
export const SLUG_MAX = 60;

const accents = /\p{Diacritic}/gu;
const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Returns whether a text is a slug: small letters and digits, single dashes between them (ORG-04). */
export function isSlug(text: string): boolean {
  return text.length <= SLUG_MAX && slugForm.test(text);
}

/** Returns the slug for an organization's name; 'organization' if no letter or digit is left (ORG-04). */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(accents, '').toLowerCase();
  const parts = plain.split(/[^a-z0-9]+/).filter((part) => part !== '');
  return parts.join('-').slice(0, SLUG_MAX).replace(/-$/, '') || 'organization';
}

/** Returns the first free slug of `wanted`, `wanted-2`, `wanted-3` … (ORG-04). */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    const tail = `-${String(number)}`;
    const slug = wanted.slice(0, SLUG_MAX - tail.length).replace(/-$/, '') + tail;
    if (!taken.has(slug)) return slug;
  }
}
