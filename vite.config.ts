import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractForThePage } from './scripts/contract-for-the-page.ts';
import { pdfjsData } from './scripts/pdfjs-data.ts';

/**
 * Which code comes in one file. Left alone, the bundler makes a file of every set of screens that share something: 200 for one
 * screen, and fetching them costs a browser more than running them. What every visit loads is one file; what the landing page
 * needs beside it, another; what most screens use, a third. What a few screens share stays apart, and so does a screen's own.
 * `tests/build/sizes.long.test.ts` keeps bytes and numbers of files.
 */
const parts = [
  { name: 'start', tags: ['$initial' as const], test: (id: string) => !/\.html$|[\\/]main\.tsx$/.test(id) },
  { name: 'icons', minShareCount: 2, test: /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]icons/ },
  {
    name: 'visitor',
    minShareCount: 2,
    test: /components[\\/](ActionIcon|Anchor)[\\/]|app[\\/]brand[\\/]|app[\\/]ui[\\/]links|color-scheme|utils[\\/]noop|organizations\.ts\?calls/,
  },
  // No first screen checks anything by a schema: nothing that is in all others may depend on this.
  { name: 'validation', minShareCount: 2, test: /node_modules[\\/]zod[\\/]/ },
  {
    name: 'common',
    minShareCount: 8,
    // Nor has a first screen figures to enter.
    test: /^(?!.*(?:[\\/]zod[\\/]|shared[\\/]contract[\\/][^?]+\.ts$|react-number-format|[\\/]NumberInput[\\/])).*\.m?[jt]sx?$/,
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
