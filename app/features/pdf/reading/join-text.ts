/** Words after a hyphen that must stay: 'Haupt- und Nebenwirkungen', 'pre- or post-dose', 'pre- y postoperatorio'. */
const keepsHyphen = /^(?:and|or|und|oder|y|o|et|ou|bis|to)\b/u;

/** Joins two lines of a paragraph: a word that was split at the end of a line becomes whole (VIEW-02). */
export function joined(before: string, after: string): string {
  if (before === '') return after;
  if (before.endsWith('\u00AD')) return before.slice(0, -1) + after;
  if (/\p{L}[-\u2010]$/u.test(before)) {
    if (keepsHyphen.test(after)) return `${before} ${after}`;
    // A capital or a figure after it belongs to a compound: 'COVID-19', 'GCP-Training'.
    return /^\p{Ll}/u.test(after) ? before.slice(0, -1) + after : before + after;
  }
  return `${before} ${after}`;
}

/** Returns whether a sentence continues here, across the end of a column or page. */
export function continuesSentence(before: string, after: string): boolean {
  return !/[.!?:;…]["”»)\]]*$/u.test(before) && /^["“„«(]?\p{Ll}/u.test(after);
}
