import { i18n, type MessageDescriptor, type Messages } from '@lingui/core';
import { languages, type Language } from '#shared/domain/people/settings.ts';

/**
 * A part of the catalogue (PERF-02): `public` has the texts for visitors, `app` the texts for everybody who is signed in, and
 * `staff` the texts of the screens for people who manage others. lingui.config.ts assigns the folders.
 */
export type CatalogPart = 'public' | 'app' | 'staff';

const storageKey = 'traintrail-language';
const wishedParts = new Set<CatalogPart>(['public']);
const shownParts = new Set<CatalogPart>(['public']);

/** Returns the language before the sign-in: the one chosen in this browser, or else the browser's, or else English. */
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

type Values = Readonly<Record<string, unknown>>;

/** Prepares values so that a message shows each as it was typed. */
function asTyped(values: Values | undefined): Values | undefined {
  return (
    values &&
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replaceAll('\\', String.raw`\x5c`) : value,
      ]),
    )
  );
}

/**
 * Makes Lingui show names, titles and other typed texts to the letter (SIG-02). Call it once, before anything is shown. By
 * default Lingui decodes escape sequences like \u202e in the finished text, even those that a person typed. A title could then
 * reverse the text next to it, and the screen would not show what is signed.
 */
export function showTypedTexts(): void {
  const format = i18n._.bind(i18n);
  const shown = (id: MessageDescriptor | string, values?: Values, options?: Parameters<typeof format>[2]) =>
    typeof id === 'string'
      ? format(id, asTyped(values), options)
      : format({ ...id, ...(id.values && { values: asTyped(id.values) }) });
  i18n._ = shown;
  i18n.t = shown;
}

/** The language requested last; `show` ends with it even if other requests are pending. */
let wishedLanguage: Language | undefined;

/** Loads every requested part in the requested language and shows them together; starts over if another request arrived in the meantime. */
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
