import type { ExtractorType } from '@lingui/conf';
import type { ESTree } from 'vite';

/** A text as a source file declares it. */
export interface DeclaredText {
  readonly id: string;
  readonly message: string;
  readonly line: number;
}

/**
 * Returns the texts that a source file declares with `defineTexts`; refuses texts that are not plain literals, because the
 * catalogue could not contain them.
 */
export async function declaredTexts(filename: string, code: string): Promise<readonly DeclaredText[]> {
  if (!code.includes('defineTexts(')) return [];
  // Loaded with the first text: the loader of Lingui's configuration cannot load it.
  const { parseSync, Visitor } = await import('vite');
  const texts: DeclaredText[] = [];
  const add = (id: string, node: ESTree.Node | null): void => {
    if (node?.type === 'Literal' && typeof node.value === 'string') {
      texts.push({ id, message: node.value, line: code.slice(0, node.start).split('\n').length });
    } else if (node?.type === 'ArrayExpression') {
      for (const [index, part] of node.elements.entries()) add(`${id}.${index + 1}`, part);
    } else if (node?.type === 'ObjectExpression') {
      for (const part of node.properties) {
        if (part.type !== 'Property' || part.computed)
          throw new Error(`${filename}: ${id} is no plain literal`);
        add(`${id}.${part.key.type === 'Identifier' ? part.key.name : nameOf(part.key)}`, part.value);
      }
    } else {
      throw new Error(`${filename}: ${id} is no plain literal`);
    }
  };
  new Visitor({
    CallExpression({ callee, arguments: [area, messages] }) {
      if (callee.type === 'Identifier' && callee.name === 'defineTexts') add(nameOf(area), messages ?? null);
    },
  }).visit(parseSync(filename, code).program);
  return texts;
}

function nameOf(node: ESTree.Node | undefined): string {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  throw new Error('the area and the names of texts are plain literals');
}

/** Reads the texts of the server and of `shared` into the catalogue. */
export const textsExtractor: ExtractorType = {
  match: (filename) => /\/(?:server|shared)\/(?!reasons\/).*(?<!\.test)\.ts$/.test(filename),
  async extract(filename, code, found) {
    for (const { id, message, line } of await declaredTexts(filename, code))
      found({ id, message, origin: [filename, line] });
  },
};
