import fs from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const home = path.resolve(import.meta.dirname, '../node_modules/pdfjs-dist');

/** Folders of pdf.js that are needed, each with the names that are. */
const wanted = {
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(?:pfb|ttf)$/,
  // The decoders without WebAssembly: compiling it would need an exception in the content security policy.
  wasm: /_nowasm_fallback\.js$/,
};

/**
 * Adds to the page the files that pdf.js loads by name when a document needs them (VIEW-02): character maps, standard fonts
 * and decoders of pictures, below /assets/pdfjs-VERSION/, so that nothing comes from another origin.
 */
export function pdfjsData(): Plugin {
  const { version } = JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8')) as {
    version: string;
  };
  const files = Object.entries(wanted).flatMap(([folder, pattern]) =>
    fs
      .readdirSync(path.join(home, folder))
      .filter((name) => pattern.test(name) || name.startsWith('LICENSE'))
      .map((name) => `${folder}/${name}`),
  );
  const base = `assets/pdfjs-${version}`;
  return {
    name: 'pdfjs-data',
    generateBundle() {
      for (const file of files) {
        const source = fs.readFileSync(path.join(home, file));
        this.emitFile({ type: 'asset', fileName: `${base}/${file}`, source });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${base}`, (request, response, next) => {
        const file = request.url?.slice(1) ?? '';
        if (!files.includes(file)) {
          next();
          return;
        }
        if (file.endsWith('.js')) response.setHeader('content-type', 'text/javascript');
        response.end(fs.readFileSync(path.join(home, file)));
      });
    },
  };
}
