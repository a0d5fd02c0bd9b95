import type { MessageDescriptor } from '@lingui/core';
import { i18n } from '@lingui/core';
import { type ApiError, serverMessageOf } from '#app/lib/api-error.ts';

/** An English text of the server or the contract, to the letter, and its entry in the catalogue. */
export type ServerText = readonly [text: string, descriptor: MessageDescriptor];
/**
 * A text with numbers or names in it: what the groups of the pattern catch become the values {0}, {1} …; a group by the name
 * `words` is itself a text of the server.
 */
export type ServerPattern = readonly [pattern: RegExp, descriptor: MessageDescriptor];

const texts = new Map<string, MessageDescriptor>();
const patterns: ServerPattern[] = [];

/** Makes texts known that come from the server or the contract in English (SHELL-09). */
export function addServerTexts(rows: readonly ServerText[], withValues: readonly ServerPattern[] = []): void {
  for (const [text, descriptor] of rows) texts.set(text, descriptor);
  patterns.push(...withValues);
}

/** A text of the server in the person's language; one that the catalogue does not know stays as it came. */
export function translateServerText(text: string): string {
  const descriptor = texts.get(text);
  if (descriptor) return i18n._(descriptor);
  for (const [pattern, withValues] of patterns) {
    const match = pattern.exec(text);
    if (!match) continue;
    const words = match.groups?.['words'];
    const values = match.slice(1).map((value) => (value === words ? translateServerText(value) : value));
    return i18n._({ ...withValues, values: Object.fromEntries(values.entries()) });
  }
  return text;
}

/** What a failed call says to the person: the server's own words, never a status text or the page of a proxy. */
export function explain(error: ApiError): string {
  return translateServerText(serverMessageOf(error) ?? 'Something went wrong on our side.');
}

/** True when a text is in the table: for the test that finds texts without a translation. */
export function isKnownServerText(text: string): boolean {
  return texts.has(text) || patterns.some(([pattern]) => pattern.test(text));
}
