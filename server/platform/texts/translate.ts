import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '#shared/domain/people/settings.ts';
import { isText, type Text, type Values } from '#shared/texts/define-texts.ts';
import { formatMessage, type Params } from './format-message.ts';
import { readTranslations } from './read-translations.ts';

const folder = path.join(import.meta.dirname, '../../../app/locales/server');

const read = new Map<Language, ReadonlyMap<string, string>>();

/** Returns the translations of a language, read with its first text. */
function translationsIn(language: Language): ReadonlyMap<string, string> {
  const found =
    read.get(language) ?? readTranslations(readFileSync(path.join(folder, `${language}.po`), 'utf8'));
  read.set(language, found);
  return found;
}

/** Returns a text that is known only at run time, with the values of its kind. */
export function translateWith(language: Language, { id, message }: Text, params: Params): string {
  const translation = language === 'en' ? undefined : translationsIn(language).get(id);
  return translation === undefined
    ? formatMessage(message, params, 'en')
    : formatMessage(translation, params, language);
}

/** Returns a text in a language (SHELL-09); English if it is not translated yet. */
export function translate<const One extends Text>(
  language: Language,
  text: One,
  ...[params]: Values<One>
): string {
  return translateWith(language, text, params ?? {});
}

/** Texts in a language, by the same names. */
export type Translated<Tree> = Tree extends Text
  ? string
  : { readonly [Name in keyof Tree]: Translated<Tree[Name]> };

/** Returns all texts below a name in a language, with the same values for each. */
export function translateAll<const Tree>(
  language: Language,
  texts: Tree,
  ...[params]: Values<Tree>
): Translated<Tree> {
  const inLanguage = (part: unknown): unknown => {
    if (isText(part)) return translateWith(language, part, params ?? {});
    if (Array.isArray(part)) return part.map(inLanguage);
    return Object.fromEntries(Object.entries(Object(part)).map(([name, value]) => [name, inLanguage(value)]));
  };
  return inLanguage(texts) as Translated<Tree>;
}
