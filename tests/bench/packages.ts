import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const imports = /^(?:import|export)\s(?!type\b)(?:[\w$\s{},*]*?\sfrom\s)?'([^']+)'/gm;

/** The packages that a module of the product imports when it is loaded, directly or through its own modules. */
export function packagesBelow(entry: string): readonly string[] {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, name = ''] of fs.readFileSync(file, 'utf8').matchAll(imports)) {
      if (name.startsWith('.')) visit(path.resolve(path.dirname(file), name));
      else if (name.startsWith('#')) visit(path.join(root, name.slice(1)));
      else if (!name.startsWith('node:')) packages.add(name);
    }
  };
  visit(entry);
  return [...packages].toSorted();
}
