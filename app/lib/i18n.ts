import { i18n, type Messages } from '@lingui/core';
import { languages, type Language } from '#shared/domain/people/settings.ts';

/** Each language by its own name, for the choice of a language. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
};

/**
 * `public`: what a visitor sees; `app`: what everybody behind the sign-in may see, loaded with it; `staff`: screens of those who
 * look after others (PERF-02). lingui.config.ts says which folders are which.
 */
export type CatalogPart = 'public' | 'app' | 'staff';

const storageKey = 'traintrail-language';
const wishedParts = new Set<CatalogPart>(['public']);
const shownParts = new Set<CatalogPart>(['public']);

/** The language before anybody signed in: the one chosen in this browser, else the browser's, else English. */
export function initialLanguage(): Language {
  const wished = [localStorage.getItem(storageKey), ...navigator.languages];
  for (const tag of wished) {
    const found = languages.find((language) => tag?.toLowerCase().split('-')[0] === language);
    if (found) return found;
  }
  return 'en';
}

const sources: Readonly<Record<CatalogPart, (language: Language) => Promise<{ messages: Messages }>>> = {
  public: (language) => import(`../locales/public/${language}.po`),
  app: (language) => import(`../locales/app/${language}.po`),
  staff: (language) => import(`../locales/staff/${language}.po`),
};

async function load(part: CatalogPart, language: Language): Promise<Messages> {
  const module = await sources[part](language);
  return module.messages;
}

/** The language requested last; `show` ends with it even if other requests are pending. */
let wishedLanguage: Language | undefined;

/** Loads every wished part in the wished language and shows them together; starts over where a wish came in meanwhile. */
async function show(): Promise<Language> {
  for (;;) {
    const language = wishedLanguage ?? ((i18n.locale || 'en') as Language);
    const parts = [...wishedParts];
    const loaded = await Promise.all(parts.map((part) => load(part, language)));
    const stillWished = (wishedLanguage ?? language) === language && parts.length === wishedParts.size;
    if (!stillWished) continue;
    i18n.loadAndActivate({ locale: language, messages: Object.assign({}, ...loaded) });
    return language;
  }
}

/** Switches to a language everywhere at once (SHELL-09) and remembers it in this browser. */
export async function activateLanguage(language: Language): Promise<void> {
  wishedLanguage = language;
  const shown = await show();
  document.documentElement.lang = shown;
  localStorage.setItem(storageKey, shown);
}

/** Adds a part of the catalogue to the active language; used before the first screen that needs it is shown. */
export async function loadCatalog(part: CatalogPart): Promise<void> {
  if (shownParts.has(part)) return;
  wishedParts.add(part);
  try {
    await show();
    shownParts.add(part);
  } catch (error) {
    wishedParts.delete(part);
    throw error;
  }
}
