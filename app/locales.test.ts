import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { describe, expect, test } from 'vitest';

const config = getConfig();
const catalogs = await getCatalogs(config);

/** Names of the values in a message: {name}, {0}, {days, plural, …}. */
function valuesOf(message: string): string {
  const names = [...message.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(([, name]) => name ?? '');
  return [...new Set(names)].toSorted().join(' ');
}

/** Tags of a message: <0>, </0>. */
function tagsOf(message: string): string {
  return [...message.matchAll(/<\/?\d+\/?>/g)]
    .map(([tag]) => tag)
    .toSorted()
    .join(' ');
}

describe.each(catalogs.map((catalog) => [catalog.name ?? catalog.path, catalog] as const))(
  '%s',
  (_, catalog) => {
    test('[SHELL-09] holds every text of the sources, and no other', async () => {
      const used = Object.keys((await catalog.collect({ files: undefined })) ?? {});
      const stored = Object.entries((await catalog.read('en')) ?? {}).flatMap(([id, { obsolete }]) =>
        obsolete ? [] : [id],
      );
      expect(used.filter((id) => !stored.includes(id))).toEqual([]);
      expect(stored.filter((id) => !used.includes(id))).toEqual([]);
    });

    test.each(['es', 'fr', 'de'])(
      '[SHELL-09] is translated completely into %s, with the same values',
      async (language) => {
        const entries = Object.entries((await catalog.read(language)) ?? {}).filter(
          ([, { obsolete }]) => !obsolete,
        );
        expect(entries.length).toBeGreaterThan(50);
        const missing = entries
          .filter(([, { translation }]) => !translation)
          .map(([, { message }]) => message);
        expect(missing).toEqual([]);
        const english = (await catalog.read('en')) ?? {};
        // An entry with an id of its own has its English sentence as the translation into English.
        const sourceOf = (id: string, message: string): string => english[id]?.translation ?? message;
        const different = entries.flatMap(([id, { message: source = '', translation = '' }]) => {
          const message = sourceOf(id, source);
          return valuesOf(message) === valuesOf(translation) && tagsOf(message) === tagsOf(translation)
            ? []
            : [translation];
        });
        expect(different).toEqual([]);
      },
    );
  },
);
