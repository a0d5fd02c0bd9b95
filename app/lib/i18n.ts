import { i18n, type Messages } from '@lingui/core';
import { languages, type Language } from '#shared/domain/people/settings.ts';

/** Each language by its own name, for the choice of a language. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
};

/** `public`: what a visitor sees; `app`: everything behind the sign-in, loaded with it (PERF-02). */
export type CatalogPart = 'public' | 'app';

const storageKey = 'traintrail-language';
const loadedParts = new Set<CatalogPart>(['public']);

/** The language before anybody signed in: the one chosen in this browser, else the browser's, else English. */
export function initialLanguage(): Language {
  const wished = [localStorage.getItem(storageKey), ...navigator.languages];
  for (const tag of wished) {
    const found = languages.find((language) => tag?.toLowerCase().split('-')[0] === language);
    if (found) return found;
  }
  return 'en';
}

async function load(part: CatalogPart, language: Language): Promise<Messages> {
  const module: { messages: Messages } =
    part === 'public'
      ? await import(`../locales/public/${language}.po`)
      : await import(`../locales/app/${language}.po`);
  return module.messages;
}

/** Switches to a language everywhere at once (SHELL-09) and remembers it in this browser. */
export async function activateLanguage(language: Language): Promise<void> {
  const parts = await Promise.all([...loadedParts].map((part) => load(part, language)));
  i18n.loadAndActivate({ locale: language, messages: Object.assign({}, ...parts) });
  document.documentElement.lang = language;
  localStorage.setItem(storageKey, language);
}

/** Adds a part of the catalogue to the active language; used before the first screen that needs it is shown. */
export async function loadCatalog(part: CatalogPart): Promise<void> {
  if (loadedParts.has(part)) return;
  const language = (i18n.locale || 'en') as Language;
  i18n.load(language, await load(part, language));
  loadedParts.add(part);
  // The person may have switched while this was on its way.
  if (i18n.locale !== language) await activateLanguage(i18n.locale as Language);
}
