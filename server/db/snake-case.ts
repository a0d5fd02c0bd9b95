import {
  CamelCasePlugin,
  PostgresDialect,
  PostgresQueryCompiler,
  type CompiledQuery,
  type IdentifierNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely';

/** The statements whose names are camelCase: all but those of a database `withoutPlugins`. */
const camelCased = new WeakSet<RootOperationNode>();

/** The columns of a row in the database and in the product, and an empty row of the product. */
interface Columns {
  readonly stored: readonly string[];
  readonly named: readonly string[];
  readonly empty: UnknownRow;
}

/**
 * Lets statements and rows use camelCase names for the columns and tables of the database (STACK §3), as the plugin of Kysely
 * does, but faster. {@link SnakeCaseDialect} changes the names of a statement while it is written, which the plugin copies for
 * that. The rows of a result are copies of one empty row, because JavaScript stores an object that grows by many names as a
 * slow table.
 */
export class CamelCaseNames extends CamelCasePlugin {
  /** By the names of the columns; the statements of the product have a fixed number of them. */
  readonly #columns = new Map<string, Columns>();

  constructor() {
    super({ maintainNestedObjectKeys: true });
  }

  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    // Another database may write the same statement unchanged.
    const marked = { ...node };
    camelCased.add(marked);
    return marked;
  }

  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows;
    if (first === undefined) return result;
    const stored = Object.keys(first);
    if (!stored.some((name) => name.includes('_'))) return result;
    const columns = this.#columnsOf(stored);
    return { ...result, rows: result.rows.map((row) => renamed(row, columns)) };
  }

  #columnsOf(stored: readonly string[]): Columns {
    const key = stored.join();
    let columns = this.#columns.get(key);
    if (!columns) {
      const named = stored.map((name) => this.camelCase(name));
      // Parsed, because an object that is made in this way is stored compactly, and its copies are.
      const empty = JSON.parse(
        JSON.stringify(Object.fromEntries(named.map((name) => [name, null]))),
      ) as UnknownRow;
      this.#columns.set(key, (columns = { stored, named, empty }));
    }
    return columns;
  }
}

function renamed(row: UnknownRow, { stored, named, empty }: Columns): UnknownRow {
  const copy = { ...empty };
  for (const [at, name] of named.entries()) copy[name] = row[stored[at] ?? ''];
  return copy;
}

/** PostgreSQL as Kysely speaks to it, with the names of {@link CamelCaseNames}. */
export class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler();
  }
}

/** Gives the compiler the plugin's rule for names. */
class NamesInDatabase extends CamelCasePlugin {
  of(name: string): string {
    return this.snakeCase(name);
  }
}

const namesInDatabase = new NamesInDatabase();

class SnakeCaseCompiler extends PostgresQueryCompiler {
  #changes = false;

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    this.#changes = camelCased.has(node);
    return super.compileQuery(node, queryId);
  }

  protected override compileUnwrappedIdentifier({ name }: IdentifierNode): void {
    this.append(this.sanitizeIdentifier(this.#changes ? namesInDatabase.of(name) : name));
  }
}
