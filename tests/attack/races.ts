/** Calls at the same moment, of which only one may count (SEC-06). */
import { catalogue } from '#shared/contract/catalogue.ts';
import { rightCall } from '#tests/harness/garbage-drive.ts';
import type { Attack, Round } from './attack.ts';
import { callAndRecord, type Sent } from './finding.ts';
import type { Ground } from './ground.ts';
import { accountRaces } from './race-cases-accounts.ts';
import { recordRaces } from './race-cases-records.ts';
import type { Race } from './race.ts';

const endsSession: ReadonlySet<string> = new Set(['accounts.endOtherSessions', 'accounts.changePassword']);

/** Each write of the contract twice at once, as a browser sends it after a double click, and once more under one Idempotency-Key. */
async function doubleClicks(ground: Ground, round: Round): Promise<void> {
  const writes = catalogue.filter(({ method, id }) => method !== 'GET' && !endsSession.has(id));
  const client = await ground.world.client('admin');
  for (const endpoint of writes) {
    if (round.isOver()) return;
    const sent = (await rightCall(ground, endpoint, 'admin')) as Sent;
    const headers = { 'idempotency-key': `twice-${endpoint.id}-${String(round.seed)}` };
    const start = round.log.lines.length;
    const answers = await Promise.all(
      [sent, sent, { ...sent, headers }, { ...sent, headers }].map((one) =>
        callAndRecord(round.log, 'admin', client, endpoint, one),
      ),
    );
    const worst = Math.max(...answers.map(({ status }) => status));
    const calls = round.log.lines.slice(start);
    if (worst >= 500)
      round.findings.add(`${endpoint.id} at the same moment answered ${String(worst)}`, calls);
  }
}

async function runRace(ground: Ground, round: Round, race: Race): Promise<void> {
  const start = round.log.lines.length;
  const fail = (what: string) => round.findings.add(`${race.name}: ${what}`, round.log.lines.slice(start));
  await ground.database.admin.query('delete from sign_in_throttles');
  try {
    await race.run({ ground, round, fail });
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

const title = 'calls at the same moment';

/** The attack of some races, each of calls that people may make at once. */
export const racesOf = (cases: readonly Race[]): Attack => ({
  name: 'race',
  title,
  run: async (ground, round) => {
    for (let time = 0; time < round.effort; time += 1) {
      for (const race of cases) {
        if (round.isOver()) return;
        await runRace(ground, round, race);
      }
    }
  },
});

/** All races, and every write of the contract several times at once. */
export const races: Attack = {
  name: 'race',
  title,
  run: async (ground, round) => {
    await racesOf([...accountRaces, ...recordRaces]).run(ground, round);
    await doubleClicks(ground, round);
  },
};
