import { readFileSync } from 'node:fs';
import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';

/** The fields of an endpoint that only the server uses: its schemas check requests, the rest describes it. */
const serverSide = new Set([
  'summary',
  'audit',
  'params',
  'query',
  'body',
  'multipart',
  'response',
  'bodyLimit',
]);
/** Behind the name of a contract's file: the same module with its calls and without its schemas. */
const callsOnly = '?calls.ts';
const behindCalls = /\?calls\.ts$/;

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies changes from the last to the first, so that their places stay right. */
function change(source: string, cuts: readonly Cut[]): string {
  let code = source;
  for (const { start, end, text } of cuts.toSorted((one, other) => other.start - one.start)) {
    code = code.slice(0, start) + text + code.slice(end);
  }
  return code;
}

/** Cuts the server's side out of `defineEndpoint({…})`. */
function endpointCuts(call: ESTree.CallExpression): readonly Cut[] {
  const [endpoint] = call.arguments;
  if (call.callee.type !== 'Identifier' || call.callee.name !== 'defineEndpoint') return [];
  if (endpoint?.type !== 'ObjectExpression') return [];
  return endpoint.properties.flatMap((property, at) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
    if (!serverSide.has(property.key.name)) return [];
    return [{ start: property.start, end: endpoint.properties[at + 1]?.start ?? endpoint.end - 1, text: '' }];
  });
}

/** Returns names that a statement declares, and all names in it. */
function namesOf(statement: ESTree.Statement): {
  readonly made: readonly string[];
  readonly used: Set<string>;
} {
  const used = new Set<string>();
  const program = { type: 'Program', body: [statement], sourceType: 'module' } as unknown as ESTree.Program;
  // Property names are not references: a call may have the name of a schema.
  const labels = new Set<number>();
  new Visitor({
    Property: ({ key, computed, shorthand }) => void (computed || shorthand || labels.add(key.start)),
    MemberExpression: ({ property, computed }) => void (computed || labels.add(property.start)),
    Identifier: ({ name, start }) => void (labels.has(start) || used.add(name)),
  }).visit(program);
  if (statement.type === 'ImportDeclaration') {
    return { made: statement.specifiers.map(({ local }) => local.name), used: new Set() };
  }
  const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (inner?.type === 'VariableDeclaration') {
    const made = inner.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
    return { made, used };
  }
  if (inner?.type === 'FunctionDeclaration') return { made: inner.id ? [inner.id.name] : [], used };
  return { made: [], used: new Set() };
}

/** Returns the calls of a contract's module: its `xContract` and the code that this still needs, without schemas and imports of schemas. */
export function callsOf(source: string): string {
  const { program: whole } = parseSync('contract.ts', source);
  const cuts: Cut[] = [];
  new Visitor({ CallExpression: (call) => void cuts.push(...endpointCuts(call)) }).visit(whole);
  const code = change(source, cuts);
  const { program, errors } = parseSync('contract.ts', code);
  if (errors.length > 0)
    throw new Error(`The calls of a contract could not be cut out: ${errors[0]?.message ?? ''}`);
  const statements = program.body.map((statement) => ({ statement, ...namesOf(statement) }));
  const needed = new Set<string>();
  const kept = new Set<(typeof statements)[number]>();
  for (let grew = true; grew;) {
    grew = false;
    for (const part of statements) {
      if (kept.has(part) || !part.made.some((name) => needed.has(name) || name.endsWith('Contract')))
        continue;
      kept.add(part);
      for (const name of part.used) needed.add(name);
      grew = true;
    }
  }
  return statements
    .filter((part) => kept.has(part))
    .map(({ statement: { start, end } }) => code.slice(start, end))
    .join('\n');
}

/** `import { xContract, xForm } from '…/x.ts'` becomes one import of the calls and one of the rest. */
export function splitImports(source: string): string {
  const { program } = parseSync('screen.tsx', source);
  const cuts = program.body.flatMap((statement): readonly Cut[] => {
    if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') return [];
    const file = statement.source.value;
    if (!/^#shared\/contract\/[\w-]+\.ts$/.test(file)) return [];
    const names = statement.specifiers.map(({ start, end }) => source.slice(start, end));
    const calls = names.filter((name) => name.endsWith('Contract'));
    const others = names.filter((name) => !calls.includes(name));
    const line = (picked: readonly string[], from: string) =>
      picked.length === 0 ? '' : `import { ${picked.join(', ')} } from '${from}';`;
    return [{ ...statement, text: line(calls, file + callsOnly) + line(others, file) }];
  });
  return change(source, cuts);
}

/**
 * Reduces the contract to the needs of the page (PERF-02): a screen fetches method, path and id of its calls, and only code
 * with a form fetches the schemas that it imports by name. The types are not touched; a test ensures that the page reads no
 * schema from a call.
 */
export function contractForThePage(): Plugin {
  return {
    name: 'traintrail:contract-for-the-page',
    enforce: 'pre',
    apply: (_, { mode }) => mode !== 'test',
    resolveId: {
      order: 'pre',
      filter: { id: behindCalls },
      async handler(id, importer) {
        const file = await this.resolve(id.slice(0, -callsOnly.length), importer);
        return file && file.id + callsOnly;
      },
    },
    load: {
      filter: { id: behindCalls },
      handler: (id) => callsOf(readFileSync(id.slice(0, -callsOnly.length), 'utf8')),
    },
    transform: {
      filter: { id: /\/app\/.*\.tsx?$/, code: /#shared\/contract\// },
      handler: (source) => ({ code: splitImports(source), map: null }),
    },
  };
}
