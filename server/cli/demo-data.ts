import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { seedDemo } from '#server/demo/index.ts';
import { seedPast } from '#server/demo/seed-past.ts';
import { makeDataDir } from '#server/platform/config/secret-file.ts';
import type { Services } from '#server/platform/services.ts';
import { CommandFailure } from './command.ts';
import { clearDemoMarker, isDemoUnfinished, markDemoUnfinished } from './unfinished-demo.ts';

/** Fills an empty, migrated database with demo data; every demo account gets the password (DESIGN 'Starting it'). */
export type DemoSeed = (services: Services, password: string) => Promise<void>;

/** The seeds of server/demo, in their order. */
const seeds: readonly DemoSeed[] = [seedDemo];

/** The accounts that are printed, with the role of each for a visitor. */
const accounts: Readonly<Record<string, string>> = {
  'admin@demo.example': 'administrator',
  'manager@demo.example': 'manager',
  'learner@demo.example': 'learner, reports to the manager',
  'hr@demo.example': 'learner with the grant hr',
  'inspector@demo.example': 'learner with the grant inspector',
  'new@demo.example': 'learner who has to change the password first',
};

// Letters and digits that cannot be confused with one another, in groups that can be typed.
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
const group = (): string => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('');

/** Returns DEMO_PASSWORD, or a password that is generated once and stored in DATA_DIR, so that every start can print it. */
function demoPassword({ demoPassword: given, dataDir }: Services['config']): string {
  if (given !== undefined) return given;
  const file = path.join(dataDir, 'demo-password.txt');
  if (fs.existsSync(file)) return fs.readFileSync(file, 'utf8').trim();
  const password = Array.from({ length: 4 }, group).join('-');
  makeDataDir(dataDir);
  fs.writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

async function isEmpty(services: Services): Promise<boolean> {
  const { rows } = await sql`select 1 from users limit 1`.execute(services.db);
  return rows.length === 0;
}

/**
 * Puts the demo data into an empty database (OPS-01) and returns the lines with the demo accounts; none if the
 * database has no demo accounts. Without the owner of the schema, figures as of a day before the first start are empty.
 */
export async function prepareDemo(
  services: Services,
  say: (line: string) => void,
  adminUrl?: string,
): Promise<readonly string[]> {
  if (isDemoUnfinished(services.config.dataDir)) {
    throw new CommandFailure(
      'The demo data in this database is incomplete. Start over with an empty database.',
    );
  }
  const password = demoPassword(services.config);
  if (seeds.length > 0 && (await isEmpty(services))) {
    say('Filling the empty database with demo data …');
    const started = performance.now();
    markDemoUnfinished(services.config.dataDir);
    for (const seed of seeds) await seed(services, password);
    if (adminUrl !== undefined) await seedPast(services, adminUrl);
    clearDemoMarker(services.config.dataDir);
    say(`Filled in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  }
  const rows = await services.db
    .selectFrom('users')
    .select('email')
    .where('email', 'in', Object.keys(accounts))
    .where('isActive', '=', true)
    .execute();
  if (rows.length === 0) return [];
  const present = new Set(rows.map((row) => row.email));
  const lines = Object.entries(accounts)
    .filter(([email]) => present.has(email))
    .map(([email, what]) => `  ${email.padEnd(24)} ${what}`);
  return ['', `Demo accounts, all with the password ${password} until it is changed:`, ...lines];
}
