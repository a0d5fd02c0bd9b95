import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';
import { expect, test } from 'vitest';

const app = import.meta.dirname;
/** Attributes whose text a person sees or hears. */
const visible = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'confirmLabel',
  'description',
  'error',
  'hint',
  'label',
  'loadingLabel',
  'nothingFoundMessage',
  'placeholder',
  'rightLabel',
  'submitLabel',
  'subtitle',
  'title',
]);
/** Elements whose text the catalogue has. */
const translated = new Set(['Trans', 'Plural', 'SelectOrdinal']);
/** What is the same in every language. */
const names = new Set(['TrainTrail']);

function isText(text: string): boolean {
  // Names of formats and algorithms (PDF, SHA-256) are the same in every language.
  return /\p{L}{2,}/u.test(text) && !names.has(text.trim()) && !/^[A-Z\d-]+$/.test(text.trim());
}

/** Text constants that an expression between tags can come to. */
function valuesOf(node: ESTree.Node): readonly ESTree.StringLiteral[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node] : [];
  if (node.type === 'ConditionalExpression')
    return [...valuesOf(node.consequent), ...valuesOf(node.alternate)];
  if (node.type === 'LogicalExpression') return [...valuesOf(node.left), ...valuesOf(node.right)];
  return [];
}

function isTranslation({ openingElement: { name } }: ESTree.JSXElement): boolean {
  return name.type === 'JSXIdentifier' && translated.has(name.name);
}

/** Texts of a source that a person would see and that do not go through the catalogue. */
function strayTexts(source: string, name: string): readonly string[] {
  const { program, errors } = parseSync(name, source);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message ?? ''}`);
  const found: string[] = [];
  const keep = (text: string, start: number): void => {
    if (!isText(text)) return;
    found.push(`${name}:${source.slice(0, start).split('\n').length} ${text.trim()}`);
  };
  let depth = 0;
  const children = ({ children: nodes }: { readonly children: readonly ESTree.Node[] }): void => {
    if (depth > 0) return;
    for (const node of nodes) {
      if (node.type === 'JSXText') keep(node.value, node.start);
      if (node.type === 'JSXExpressionContainer') {
        for (const { value, start } of valuesOf(node.expression)) keep(value, start);
      }
    }
  };
  new Visitor({
    JSXElement(node) {
      if (isTranslation(node)) depth += 1;
      children(node);
    },
    'JSXElement:exit'(node) {
      if (isTranslation(node)) depth -= 1;
    },
    JSXFragment: children,
    JSXAttribute({ name: attribute, value }) {
      if (attribute.type !== 'JSXIdentifier' || !visible.has(attribute.name) || !value) return;
      const expression = value.type === 'JSXExpressionContainer' ? value.expression : value;
      if (expression.type === 'TemplateLiteral') {
        for (const { value: part, start } of expression.quasis) keep(part.raw, start);
      }
      for (const { value: text, start } of valuesOf(expression)) keep(text, start);
    },
  }).visit(program);
  return found;
}

test('[SHELL-09] no visible text stands outside the catalogue', () => {
  const files = readdirSync(app, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx') && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(30);
  expect(files.flatMap((file) => strayTexts(readFileSync(file, 'utf8'), relative(app, file)))).toEqual([]);
});

test('[SHELL-09] the search for such texts finds planted ones', () => {
  const planted = `export const X = () => (
    <div title="Hello there"><Trans>Fine</Trans>Plain text{on ? 'One way' : t\`Fine\`}<i aria-label={\`Name \${x}\`} /></div>
  );`;
  expect(strayTexts(planted, 'x.tsx').map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'Plain text',
    'One way',
    'Hello there',
    'Name',
  ]);
});
