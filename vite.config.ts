import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import path from 'node:path';
import { defineConfig, type Rolldown } from 'vite';
import { contractForThePage } from './scripts/contract-for-the-page.ts';
import { pdfjsData } from './scripts/pdfjs-data.ts';

/** What the landing page and its sign-in are made of and signed-in first screens have, too. */
const visitorParts = [
  /@mantine[\\/]core[\\/]esm[\\/]components[\\/](ActionIcon|Alert|Anchor|Divider|Group|Input|InputBase|Modal|PasswordInput|Stack|TextInput|Title)[\\/]/,
  /@mantine[\\/](form[\\/]|.*(color-scheme|utils[\\/]noop))/,
  /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]icons/,
  /app[\\/](brand|ui[\\/]links|features[\\/]sign-in[\\/]UsePasskeyButton)|app[\\/]lib[\\/](focus|forms|passkeys|visitor-texts)\.ts/,
  /shared[\\/]domain[\\/](access|calendar|passwords|people)[\\/](calendar|external-sign-in|permissions|second-step|status|texts|training-categories)\.ts$/,
  /shared[\\/]contract[\\/](accounts|organizations|passkeys|password-reset)\.ts\?calls/,
];

/** What checks entries: no signed-in first screen does, and nothing that is in all others may depend on this. */
const checks =
  /node_modules[\\/]zod[\\/]|shared[\\/]contract[\\/](accounts|common|current-user|passkey-answers|password-reset|people-schemas)\.ts$/;
const ofVisitor = (id: string): boolean => visitorParts.some((part) => part.test(id));

/** Where the first screen of a learner begins. */
const firstScreen = ['app/shell/SignedIn.tsx', 'app/screens/employee/Employee.tsx'].map((file) =>
  path.resolve(import.meta.dirname, file),
);
const ofFirstScreen = new Set<string>();

/** It imports the library of controls as a whole, but has no lists to choose from, and no figures or files to enter. */
const controlsOfLater =
  /react-number-format|dropzone|file-selector|attr-accept|[\\/](NumberInput|Combobox|Select|MultiSelect|Autocomplete|Pill|PillsInput|TagsInput|Pagination|Radio)[\\/]/;

/** Returns whether the first screen of a learner needs a module, itself or through others. */
function isOfFirstScreen(id: string, context: Rolldown.ChunkingContext): boolean {
  const imports = (module: string): void => {
    if (ofFirstScreen.has(module)) return;
    ofFirstScreen.add(module);
    context.getModuleInfo(module)?.importedIds.forEach(imports);
  };
  firstScreen.forEach(imports);
  return ofFirstScreen.has(id) && !controlsOfLater.test(id);
}

/**
 * Which code comes in one file. Left alone, the bundler makes a file of every set of screens that share something: 200 for one
 * screen, and fetching them costs a browser more than running them. What every visit loads is one file; what the landing page
 * needs beside it, another; what most screens use, a third if the first screen uses it and a fourth if not. What a few screens share
 * stays apart, and so does a screen's own.
 * `tests/build/sizes.long.test.ts` keeps bytes and numbers of files.
 */
const parts = [
  { name: 'start', tags: ['$initial' as const], test: (id: string) => !id.endsWith('.html') },
  // What the landing page with its sign-in shares with other screens: few files count more than what one of them might spare.
  { name: 'visitor', minShareCount: 2, test: ofVisitor },
  { name: 'validation', minShareCount: 2, test: checks },
  {
    name: (id: string, context: Rolldown.ChunkingContext) =>
      isOfFirstScreen(id, context) ? 'common' : 'common-later',
    debugName: 'common',
    minShareCount: 9,
    // What checks entries stays apart.
    test: /^(?!.*(?:[\\/]zod[\\/]|shared[\\/]contract[\\/][^?]+\.ts$)).*\.m?[jt]sx?$/,
  },
  // The marks of people, which are small and together on most screens of staff.
  {
    name: 'people-marks',
    minShareCount: 2,
    test: /app[\\/]features[\\/]people[\\/](?:AccountBadge|AwayBadge|RoleBadge|role-labels)\.tsx?$/,
  },
  // The rest of the libraries that several screens share, but for what the first ones would then load all of it.
  {
    name: 'inputs',
    minShareCount: 3,
    test: /node_modules[\\/](?!zod[\\/]|.*(?:Drawer|Avatar|disclosure))/,
  },
  // The first that matches takes a module: with the highest priority.
].map((part, at) => ({ ...part, priority: 10 - at }));

export default defineConfig({
  publicDir: 'app/public',
  plugins: [
    contractForThePage(),
    pdfjsData(),
    react(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // Nothing as a data: address, so that the content security policy needs no exception for pictures and fonts.
    assetsInlineLimit: 0,
    // The server compresses; measuring here would only slow the build down.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: { output: { codeSplitting: { groups: parts } } },
  },
});
