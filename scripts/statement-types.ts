/**
 * Finds the type of the answer of each raw statement of the server (`sql<Row>`): the names of its columns and their possible
 * values. It asks TypeScript, because only its own API resolves aliases, unions and generics.
 */
import path from 'node:path';
import type { Node, TaggedTemplateExpression } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
} from 'typescript/unstable/ast/is';
import { API, TypeFlags, type Checker, type Type } from 'typescript/unstable/sync';
import type { ValueKind } from '#tests/harness/observe-statements.ts';

/** A column with its type; `kinds` is null if the type allows any value. */
export interface ColumnType {
  readonly isOptional: boolean;
  readonly kinds: readonly ValueKind[] | null;
}

/** A raw statement in the source that is executed on its own. */
export interface TypedStatement {
  /** Path of the file and the line of its `execute`. */
  readonly place: string;
  /** By name; null if the type allows any columns. */
  readonly columns: ReadonlyMap<string, ColumnType> | null;
}

/** Returns whether a node is `sql<Row>` with a template, whose `execute` is called. */
function isStatement(node: Node): node is TaggedTemplateExpression {
  if (!isTaggedTemplateExpression(node) || !isIdentifier(node.tag) || node.tag.text !== 'sql') return false;
  if (node.typeArguments?.length !== 1) return false;
  const { parent } = node;
  return (
    isPropertyAccessExpression(parent) && parent.name.text === 'execute' && isCallExpression(parent.parent)
  );
}

const anyValue = TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter;
const flagsOfKinds: readonly (readonly [TypeFlags, ValueKind])[] = [
  [TypeFlags.Null, 'null'],
  [TypeFlags.String | TypeFlags.StringLiteral | TypeFlags.TemplateLiteral, 'string'],
  [TypeFlags.Number | TypeFlags.NumberLiteral | TypeFlags.Enum | TypeFlags.EnumLiteral, 'number'],
  [TypeFlags.Boolean | TypeFlags.BooleanLiteral, 'boolean'],
];

/** Returns the kinds of values of a type, or null if it allows any value. */
function kindsOf(checker: Checker, type: Type): readonly ValueKind[] | null {
  if ((type.flags & anyValue) !== 0) return null;
  if ((type.flags & TypeFlags.Undefined) !== 0) return [];
  if (type.isUnionType()) {
    const parts = (type.getTypes() ?? []).map((part) => kindsOf(checker, part));
    return parts.some((part) => part === null) ? null : [...new Set(parts.flatMap((part) => part ?? []))];
  }
  const plain = flagsOfKinds.find(([flags]) => (type.flags & flags) !== 0);
  if (plain) return [plain[1]];
  if (type.isIntersectionType()) {
    const parts = (type.getTypes() ?? []).map((part) => kindsOf(checker, part) ?? []);
    // A branded string is a string.
    return parts.find((part) => !part.includes('object')) ?? ['object'];
  }
  if (checker.isArrayLikeType(type)) return ['list'];
  return [type.getSymbol()?.name === 'Date' ? 'date' : 'object'];
}

function columnsOfOne(checker: Checker, row: Type): TypedStatement['columns'] {
  if ((row.flags & anyValue) !== 0 || checker.getIndexInfosOfType(row).length > 0) return null;
  return new Map(
    checker.getPropertiesOfType(row).map((symbol) => {
      const type = checker.getTypeOfSymbol(symbol);
      const kinds = type ? kindsOf(checker, type) : null;
      const parts = type?.isUnionType() === true ? (type.getTypes() ?? []) : [];
      return [
        symbol.name,
        { isOptional: parts.some(({ flags }) => (flags & TypeFlags.Undefined) !== 0), kinds },
      ];
    }),
  );
}

/** Returns the columns of a row: one of several forms may have the columns of any of them, and must have those of all. */
function columnsOf(checker: Checker, row: Type): TypedStatement['columns'] {
  const known = checker.getBaseConstraintOfType(row) ?? row;
  const forms = known.isUnionType() ? (known.getTypes() ?? []) : [known];
  const all = forms.map((form) => columnsOfOne(checker, form));
  const columns = new Map<string, ColumnType>();
  for (const form of all) {
    if (form === null) return null;
    for (const [name, { isOptional, kinds }] of form) {
      const before = columns.get(name);
      const both = before?.kinds === undefined ? kinds : before.kinds;
      columns.set(name, {
        isOptional:
          isOptional || before?.isOptional === true || all.some((other) => other?.has(name) !== true),
        kinds: both === null || kinds === null ? null : [...new Set([...both, ...kinds])],
      });
    }
  }
  return columns;
}

/** Returns every raw statement of the server's production code that declares the type of its answer. */
export function readTypedStatements(root: string): readonly TypedStatement[] {
  const api = new API({ cwd: root });
  try {
    const [project] = api
      .updateSnapshot({ openProject: path.join(root, 'server/tsconfig.json') })
      .getProjects();
    if (!project) throw new Error('TypeScript did not open server/tsconfig.json');
    const { checker, program } = project;
    const found: TypedStatement[] = [];
    for (const name of program.getSourceFileNames()) {
      const file = name.startsWith(path.join(root, 'server')) ? program.getSourceFile(name) : undefined;
      if (!file) continue;
      const look = (node: Node): void => {
        if (isStatement(node)) {
          const [asked] = node.typeArguments ?? [];
          const row = asked && checker.getTypeFromTypeNode(asked);
          const line = file.text.slice(0, node.parent.end).split('\n').length;
          found.push({
            place: `${path.relative(root, name)}:${String(line)}`,
            columns: row ? columnsOf(checker, row) : null,
          });
        }
        node.forEachChild(look);
      };
      file.forEachChild(look);
    }
    return found;
  } finally {
    api.close();
  }
}
