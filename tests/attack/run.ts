/**
 * `npm run attack [-- ATTACK … --seed N --rounds N --minutes N]`: attacks the real server on a real PostgreSQL in rounds, each on a
 * database of its own with the next seed. Prints each finding with the calls that show it; exit code 1 where there is one (SEC-06).
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { cloneDatabase, startTestCluster } from '#tests/harness/cluster.ts';
import { attacks } from './attacks.ts';
import { runRoundAlone } from './attack.ts';
import { findingText, type Finding } from './finding.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    rounds: { type: 'string' },
    minutes: { type: 'string' },
    effort: { type: 'string', default: '3' },
  },
});
const seed = values.seed === undefined ? randomInt(2 ** 30) : Number(values.seed);
const minutes = values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes);
const rounds = values.rounds === undefined ? (values.minutes === undefined ? 1 : 1e6) : Number(values.rounds);
const effort = Number(values.effort);
const unknown = positionals.filter((name) => !attacks.some((attack) => attack.name === name));
if (unknown.length > 0 || !Number.isInteger(seed) || !(rounds >= 1) || !(minutes > 0) || !(effort > 0)) {
  console.error(
    `Usage: npm run attack -- [${attacks.map(({ name }) => name).join(' ')}] [--seed N] [--rounds N] [--minutes N] [--effort N]`,
  );
  process.exit(2);
}
const chosen = attacks.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const end = Date.now() + minutes * 60_000;
const isOver = (): boolean => Date.now() >= end;
const say = (line: string): void => console.log(line);

say(`Seed ${String(seed)}`);
const findings: Finding[] = [];
const calls = new Map<string, number>();
const cluster = await startTestCluster();
try {
  for (let round = 0; round < rounds && !isOver(); round += 1) {
    for (const attack of chosen) {
      if (isOver()) break;
      const began = Date.now();
      const input = { seed: seed + round, effort, isOver };
      const result = await runRoundAlone(attack, () => cloneDatabase(cluster.facts), input);
      calls.set(attack.name, (calls.get(attack.name) ?? 0) + result.calls);
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      say(
        `${attack.name} ${String(input.seed)}: ${String(result.calls)} calls in ${seconds} s, ${String(result.findings.length)} findings`,
      );
      for (const finding of result.findings) {
        if (findings.some(({ what }) => what === finding.what)) continue;
        findings.push(finding);
        say(`\n${findingText(finding)}\n`);
      }
    }
  }
} finally {
  await cluster.stop();
}
for (const { name, title } of chosen) say(`${name} (${title}): ${String(calls.get(name) ?? 0)} calls`);
say(`${String(findings.length)} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;
