/** Stands in for LibreOffice, which the machines that run the tests do not have: a program that behaves as a test says. */
import fs from 'node:fs';
import path from 'node:path';
import type { OfficeConverter } from '#server/platform/config/office-converter.ts';
import { temporaryFolder } from './processes.ts';

/**
 * What it does with a file: writes the PDF, ends with an error, ends well without a PDF (as LibreOffice does with damaged
 * files), writes something else, waits for ever with a child of its own, or waits until it is let go and writes the PDF.
 */
export type Behaviour = 'pdf' | 'fails' | 'nothing' | 'garbage' | 'hangs' | 'waits';

/** The stand-in. */
export interface FakeSoffice {
  /** Where it is, as SOFFICE_PATH wants it. */
  readonly path: string;
  readonly converter: (timeoutMs?: number) => OfficeConverter;
  readonly behave: (behaviour: Behaviour, pdf?: Buffer) => void;
  /** Lets one that waits go on. */
  readonly letGo: () => void;
  /** How often it was started. */
  readonly runs: () => number;
  /** Arguments and environment of its last run. */
  readonly last: () => { readonly args: string; readonly env: string };
  /** Processes of it that live, children too. */
  readonly alive: () => readonly number[];
  readonly remove: () => void;
}

const script = (folder: string): string => `#!/bin/sh
echo run >> '${folder}/runs'
echo "$*" > '${folder}/args'
env > '${folder}/env'
input=
while [ $# -gt 0 ]; do
  case "$1" in --outdir) out=$2; shift ;; *) input=$1 ;; esac
  shift
done
[ -s "$input" ] || exit 3
case "$(cat '${folder}/behaviour')" in
  pdf) cp '${folder}/made.pdf' "$out/document.pdf" ;;
  fails) echo 'Error: source file could not be loaded' >&2; exit 1 ;;
  nothing) ;;
  garbage) echo 'no PDF' > "$out/document.pdf" ;;
  hangs) tail -f '${folder}/behaviour' & wait ;;
  waits)
    while [ ! -e '${folder}/go' ]; do sleep 0.1; done
    cp '${folder}/made.pdf' "$out/document.pdf" ;;
esac
`;

/** Makes one in a folder of its own. */
export function makeFakeSoffice(): FakeSoffice {
  const { dir, remove } = temporaryFolder();
  const file = (name: string): string => path.join(dir, name);
  const read = (name: string): string =>
    fs.existsSync(file(name)) ? fs.readFileSync(file(name), 'utf8') : '';
  fs.writeFileSync(file('soffice'), script(dir), { mode: 0o755 });
  return {
    path: file('soffice'),
    converter: (timeoutMs = 30_000) => ({ path: file('soffice'), timeoutMs }),
    behave: (behaviour, pdf) => {
      fs.writeFileSync(file('behaviour'), behaviour);
      if (pdf) fs.writeFileSync(file('made.pdf'), pdf);
    },
    letGo: () => fs.writeFileSync(file('go'), ''),
    runs: () => read('runs').split('\n').length - 1,
    last: () => ({ args: read('args'), env: read('env') }),
    alive: () => processesOf(dir),
    remove,
  };
}

function processesOf(text: string): readonly number[] {
  return fs.readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      return fs.readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes(text) ? [Number(entry)] : [];
    } catch (error) {
      if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw error;
    }
  });
}
