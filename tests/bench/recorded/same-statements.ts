/** The statements that the product sends for a call, sent again by raw pg: the floor of '≤ 1.5 × its SQL' (PERF-01). */
import fs from 'node:fs';
import path from 'node:path';
import v8 from 'node:v8';
import type pg from 'pg';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startProduct } from '#tests/harness/product.ts';
import { recordingFile, type RecordedRequest, type RecordedStatement } from './recorded-request.ts';

const recorder = new URL('./record-statements.ts', import.meta.url).href;

/** How often a call is made before its statements count: the first ones prepare, and judge evidence that the others know. */
const callsBefore = 10;

/**
 * Starts a second server on the same database that writes its statements down, makes the call some times, and answers the statements of
 * the last one. The server that is measured writes nothing.
 *
 * @param call makes the call on the server at this address, with what it sends last
 */
export async function recordedStatements(
  env: Readonly<Record<string, string>>,
  call: (url: string) => Promise<unknown>,
): Promise<readonly RecordedStatement[]> {
  const folder = temporaryFolder();
  const file = path.join(folder.dir, 'statements');
  const server = await startProduct({
    ...env,
    [recordingFile]: file,
    NODE_OPTIONS: `--import ${recorder}`,
  });
  try {
    for (let turn = 0; turn < callsBefore; turn += 1) await call(server.url);
  } finally {
    server.kill('SIGTERM');
    await server.ended;
  }
  const last = fs.readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? '';
  folder.remove();
  const { statements } = v8.deserialize(Buffer.from(last, 'base64')) as RecordedRequest;
  if (statements.length === 0) throw new Error('the call has sent no statement');
  return statements;
}

/**
 * Sends statements again in the order in which the product sent them: over as many connections, each as soon as those have answered that
 * had answered then. What the product sent at the same time is sent at the same time.
 */
export async function sendAgain(
  clients: readonly pg.ClientBase[],
  statements: readonly RecordedStatement[],
): Promise<void> {
  const connections = [...new Set(statements.map(({ connection }) => connection))];
  const sent: Promise<unknown>[] = [];
  for (const statement of statements) {
    const before = sent.filter((_, index) => (statements[index]?.ended ?? 0) <= statement.begun);
    const client = clients[connections.indexOf(statement.connection)];
    if (!client) throw new Error('there are too few connections');
    const { name, text, values } = statement;
    const send = () => client.query({ ...(name !== undefined && { name }), text, values: [...values] });
    sent.push(Promise.all(before).then(send));
  }
  await Promise.all(sent);
}
