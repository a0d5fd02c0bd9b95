/** `npm run openapi`: writes docs/openapi.json from the contract (OPS-06); `--check` only reports whether the file is out of date. */
import fs from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { catalogue } from '#shared/contract/catalogue.ts';
import { productVersion } from '#server/compose.ts';
import { openApiDocument } from '#server/platform/http/openapi/document.ts';
import { root } from './steps.ts';

const target = path.join(root, 'docs/openapi.json');
// Everything that fits on a line is on one line, so that the document is readable and a change of it is a few lines.
const text = await format(JSON.stringify(openApiDocument(catalogue, productVersion)), {
  parser: 'json',
  printWidth: 120,
});
const current = fs.existsSync(target) && fs.readFileSync(target, 'utf8') === text;
if (process.argv.includes('--check')) {
  if (!current) process.stderr.write('docs/openapi.json is stale: run npm run openapi\n');
  process.exitCode = current ? 0 : 1;
} else {
  if (!current) fs.writeFileSync(target, text);
  process.stdout.write(current ? 'docs/openapi.json is current.\n' : 'docs/openapi.json written.\n');
}
