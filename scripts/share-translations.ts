/**
 * The second step of `npm run texts`: fills an empty translation from the same message of another catalogue of that language, so that
 * nobody translates a text twice.
 */
import fs from 'node:fs';
import path from 'node:path';
import { languages } from '#shared/domain/people/settings.ts';
import { root } from './steps.ts';

/** An entry with a message: what is before it, its context and message, and its translation. */
const entryForm = /^((?:#.*\n)*)((?:msgctxt |msgid )[^]*?\n)msgstr ([^]*?)\n*$/u;

const entriesOf = (catalogue: string) =>
  catalogue.split(/\n\n+/u).map((text) => {
    const [, notes = '', message = '', translation = ''] = entryForm.exec(text) ?? [];
    return { text, notes, message, translation };
  });

/**
 * Returns the catalogues of one language with their empty translations filled. A message whose translations differ stays empty:
 * somebody must choose.
 */
export function shareTranslations(catalogues: readonly string[]): readonly string[] {
  const known = new Map<string, Set<string>>();
  for (const { message, translation } of catalogues.flatMap(entriesOf))
    if (message !== '' && translation !== '""')
      known.set(message, (known.get(message) ?? new Set()).add(translation));
  return catalogues.map((catalogue) => {
    const filled = entriesOf(catalogue).map(({ text, notes, message, translation }) => {
      const [found, another] = known.get(message) ?? [];
      if (translation !== '""' || found === undefined || another !== undefined) return text;
      return `${notes}${message}msgstr ${found}`;
    });
    return `${filled.join('\n\n').trimEnd()}\n`;
  });
}

if (import.meta.main) {
  const folder = path.join(root, 'app/locales');
  for (const language of languages) {
    const files = fs.readdirSync(folder).map((part) => path.join(folder, part, `${language}.po`));
    const texts = files.map((file) => fs.readFileSync(file, 'utf8'));
    for (const [index, text] of shareTranslations(texts).entries())
      if (text !== texts[index]) fs.writeFileSync(files[index] ?? '', text);
  }
}
