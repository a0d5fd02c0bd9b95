/** Runs a Postman collection: its requests in their order with a shared environment, and the scripts that check each answer. */
import { runInNewContext } from 'node:vm';
import { chai } from 'vitest';

interface Script {
  readonly listen: string;
  readonly script: { readonly exec?: readonly string[] };
}

/** A folder with items, or a request with its scripts. */
interface Item {
  readonly name: string;
  readonly item?: readonly Item[];
  readonly event?: readonly Script[];
  readonly request?: {
    readonly method: string;
    readonly url: { readonly raw: string };
    readonly header: readonly { readonly key: string; readonly value: string }[];
    readonly body?: { readonly raw?: string };
    readonly auth?: { readonly bearer: readonly { readonly key: string; readonly value: string }[] };
  };
}

/** The part of a Postman collection (version 2.1) that {@link runCollection} reads. */
export interface Collection {
  readonly item: readonly Item[];
}

/** The request of a collection, with the values of its variables. */
interface CollectionRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The requests and assertions that were run, and the assertions that failed. */
interface CollectionResult {
  readonly requests: number;
  readonly assertions: number;
  readonly failures: readonly string[];
}

/** Runs every request of a collection in its order; `send` answers each with status and body. */
export async function runCollection(
  collection: Collection,
  variables: Readonly<Record<string, string>>,
  send: (request: CollectionRequest) => Promise<{ readonly status: number; readonly text: string }>,
): Promise<CollectionResult> {
  const environment = new Map(Object.entries(variables));
  const filled = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = environment.get(name);
      if (value === undefined) throw new Error(`no value for ${name}`);
      return value;
    });
  const failures: string[] = [];
  let requests = 0;
  let assertions = 0;
  const run = async ({ name, event = [], request }: Item): Promise<void> => {
    if (!request) return;
    requests += 1;
    const { method, url, header, body, auth } = request;
    const token = auth?.bearer.find(({ key }) => key === 'token')?.value;
    const headers = [
      ...header,
      ...(token === undefined ? [] : [{ key: 'Authorization', value: `Bearer ${token}` }]),
    ];
    const { status, text } = await send({
      method,
      url: filled(url.raw),
      headers: Object.fromEntries(headers.map(({ key, value }) => [key, filled(value)])),
      ...(body?.raw === undefined || body.raw === '' ? {} : { body: filled(body.raw) }),
    });
    const set = (key: string, value: unknown) => void environment.set(key, String(value));
    const pm = {
      expect: chai.expect,
      environment: { get: (key: string) => environment.get(key), set },
      response: {
        json: (): unknown => JSON.parse(text),
        text: () => text,
        to: { have: { status: (expected: number) => void chai.expect(status).to.equal(expected) } },
      },
      test: (title: string, check: () => void) => {
        assertions += 1;
        try {
          check();
        } catch (error) {
          failures.push(`${String(requests)} ${name}: ${title}: ${String(error)}: ${text.slice(0, 300)}`);
        }
      },
    };
    for (const { script } of event.filter(({ listen }) => listen === 'test'))
      runInNewContext((script.exec ?? []).join('\n'), {
        pm,
        postman: { setEnvironmentVariable: set },
        responseBody: text,
      });
  };
  const runAll = async (items: readonly Item[]): Promise<void> => {
    for (const item of items) {
      await run(item);
      await runAll(item.item ?? []);
    }
  };
  await runAll(collection.item);
  return { requests, assertions, failures };
}
