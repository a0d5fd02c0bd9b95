/** The known facts about a person's name (SPEC §3). */
export interface NameFacts {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

const firstLetter = (text: string | null): string => {
  const [letter = ''] = text?.trim() ?? '';
  return letter.toUpperCase();
};

/** First letters of first and last name in capitals, or 'U' if both are missing (SPEC §3). */
export function initials(person: NameFacts): string {
  return firstLetter(person.firstName) + firstLetter(person.lastName) || 'U';
}

/** First and last name with one space, '' if both are missing (SPEC §2.6). */
export function fullName(person: NameFacts): string {
  return [person.firstName, person.lastName]
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ');
}

/** Returns the job title to show, null if the interface shows 'Not specified' (SPEC §3). */
export function shownJobTitle(jobTitle: string | null): string | null {
  const text = jobTitle?.trim() ?? '';
  return text === '' ? null : text;
}
