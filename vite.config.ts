import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractForThePage } from './scripts/contract-for-the-page.ts';
import { pdfjsData } from './scripts/pdfjs-data.ts';

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
  },
});
