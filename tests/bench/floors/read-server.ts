/**
 * The floor of a read: the same framework, and two prepared statements by raw pg: whose session it is, and the row. No schema, no
 * headers, no origin, no log.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import fastify from 'fastify';
import pg from 'pg';

const text = (name: string): string => fs.readFileSync(path.join(import.meta.dirname, name), 'utf8');
const sessionSql = text('read-session.sql');
const rowSql = text('read-row.sql');
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });

const app = fastify();
app.get<{ Params: { id: string } }>('/api/organizations/:id', async (request, reply) => {
  const token = /tt_session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const sid = createHash('sha256').update(token).digest('hex');
  const session = await pool.query({ name: 'session', text: sessionSql, values: [sid] });
  if (session.rowCount === 0) return reply.code(401).send({});
  const { rows } = await pool.query<Record<string, unknown>>({
    name: 'row',
    text: rowSql,
    values: [Number(request.params.id)],
  });
  return rows[0] ?? reply.code(404).send({});
});

const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url });
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
