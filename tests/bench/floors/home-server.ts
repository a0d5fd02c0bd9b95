/**
 * The floor of the learner's home: the same framework and two prepared statements by raw pg for what the screen shows, the
 * figures counted in one pass. No schema, no rules of access, and no signature, record or file is looked at.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import fastify from 'fastify';
import pg from 'pg';

interface Person {
  readonly id: string;
  readonly timeZone: string;
}

interface Training {
  readonly status: string;
  readonly dueDate: string | null;
  readonly today: string;
}

const text = (name: string): string => fs.readFileSync(path.join(import.meta.dirname, name), 'utf8');
const sessionSql = text('home-session.sql');
const trainingsSql = text('home-trainings.sql');
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, idleTimeoutMillis: 0 });

const app = fastify();
app.get('/api/home', async (request, reply) => {
  const token = /tt_session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const sid = createHash('sha256').update(token).digest('hex');
  const { rows: people } = await pool.query<Person>({ name: 'session', text: sessionSql, values: [sid] });
  const [user] = people;
  if (!user) return reply.code(401).send({});
  const values = [user.id, user.timeZone];
  const { rows } = await pool.query<Training>({ name: 'trainings', text: trainingsSql, values });
  const figures = { completed: 0, inProgress: 0, overdue: 0 };
  for (const { status, dueDate, today } of rows) {
    if (status === 'completed') figures.completed += 1;
    else if (dueDate !== null && dueDate < today) figures.overdue += 1;
    else if (status === 'in_progress') figures.inProgress += 1;
  }
  return { user, trainings: rows, total: rows.length, figures };
});

const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url });
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
