import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

/** A text of the staff's catalogue alone. */
const staffText = msg`30 Days`;
const publicText = msg`Sign In`;

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  vi.stubGlobal('localStorage', { setItem: () => undefined });
});
afterAll(() => vi.unstubAllGlobals());

describe('languages and parts of the catalogue asked for at once', () => {
  beforeEach(() => {
    vi.resetModules();
    for (const locale of ['de', 'fr', 'en']) i18n.loadAndActivate({ locale, messages: {} });
  });

  const orders: readonly (readonly string[])[] = [
    ['en', 'staff', 'de'],
    ['en', 'de', 'staff'],
    ['staff', 'en', 'de'],
    ['de', 'app', 'staff', 'en', 'de'],
    ['en', 'staff', 'fr', 'app', 'de'],
  ];
  test.each(orders.map((order) => [order.join(', '), order] as const))(
    '[SHELL-09] %s: the language asked for last is shown with every part',
    async (_, order) => {
      const { activateLanguage, loadCatalog } = await import('#app/lib/i18n.ts');
      await Promise.all(
        order.map((wish) =>
          wish === 'staff' || wish === 'app'
            ? loadCatalog(wish)
            : activateLanguage(wish as 'en' | 'fr' | 'de'),
        ),
      );
      expect(i18n.locale).toBe('de');
      expect(document.documentElement.lang).toBe('de');
      expect(i18n._(publicText)).toBe('Anmelden');
      expect(i18n._(staffText)).toBe('30 Tage');
    },
  );
});

test('[SIG-02] [SHELL-09] a typed text is shown to the letter, also where it looks like an escape sequence', async () => {
  const { showTypedTexts } = await import('#app/lib/i18n.ts');
  showTypedTexts();
  i18n.loadAndActivate({
    locale: 'en',
    messages: { open: ['Open ', ['name'], '?'], line: ['\\u00b7 ', ['count'], ' of it'] },
  });
  const typed = String.raw`C:\u202e \x42 \u00zz \\u0041 "\U0041" \x5cx42`;
  expect(i18n._('open', { name: typed })).toBe(`Open ${typed}?`);
  expect(i18n.t({ id: 'open', values: { name: typed } })).toBe(`Open ${typed}?`);
  expect(i18n._('line', { count: 2 })).toBe('· 2 of it');
});
