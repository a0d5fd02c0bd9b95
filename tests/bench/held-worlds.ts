/** Worlds that one process holds for others: `npm run bench -- figures --hold --people 100000` (PERF-03). */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { FixtureUser } from '#tests/harness/world.ts';

/** A database with its rows and what a product needs to be started on it. */
export interface WorldPlace {
  readonly env: Readonly<Record<string, string>>;
  /** The superuser's address of the database. */
  readonly adminUrl: string;
  readonly organizationIds: readonly number[];
  readonly admin: FixtureUser;
  /** Who asks, mostly the administrator. */
  readonly asking: FixtureUser;
  /** A person with trainings of their own, or who asks. */
  readonly learner: FixtureUser;
  /** Whoever else asks, by what the contents call them. */
  readonly others: Readonly<Record<string, FixtureUser>>;
}

interface Held {
  /** The process that holds it: without it the database is gone. */
  readonly pid: number;
  readonly what: string;
  readonly place: WorldPlace;
}

const folder = path.resolve(import.meta.dirname, '../../.cache/bench-worlds');
const fileOf = (what: string): string =>
  path.join(folder, `${createHash('sha256').update(what).digest('hex').slice(0, 16)}.json`);

/** Says to other processes of this worktree where a world is, until the answer is called. */
export function holdWorld(what: string, place: WorldPlace): () => void {
  const held: Held = { pid: process.pid, what, place };
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(fileOf(what), JSON.stringify(held));
  return () => fs.rmSync(fileOf(what), { force: true });
}

/** The world of these contents that a running process holds. */
export function heldWorld(what: string): WorldPlace | undefined {
  if (!fs.existsSync(fileOf(what))) return undefined;
  const held = JSON.parse(fs.readFileSync(fileOf(what), 'utf8')) as Held;
  return isRunning(held.pid) ? held.place : undefined;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
