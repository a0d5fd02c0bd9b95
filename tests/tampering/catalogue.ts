import { exemptTables } from '#server/db/schema/exempt-tables.ts';
import type { Attack } from './attack.ts';
import { accessReviewsAttacks } from './access-reviews.ts';
import { recordsAttacks } from './records.ts';
import { signaturesAttacks } from './signatures.ts';
import { trailAttacks } from './trail.ts';
import { sealsAttacks } from './seals.ts';
import { anchorsAttacks } from './anchors.ts';
import { copiesAttacks } from './copies.ts';
import { filesAttacks } from './files.ts';
import { guardsAttacks } from './guards.ts';
import { hiddenAttacks } from './hidden.ts';
import { checksAttacks } from './checks.ts';
import { erasedAttacks } from './erased.ts';
import { accessesAttacks } from './accesses.ts';
import { commandsAttacks } from './commands.ts';
import { secretsAttacks } from './secrets.ts';
import { clockAttacks } from './clock.ts';
import { keysAttacks } from './keys.ts';
import { historyAttacks } from './history.ts';
import { figuresAttacks } from './figures.ts';

/** Every attack that is tried, by what it is aimed at; docs/tampering.md lists them. */
export const attacksByArea: Readonly<Record<string, readonly Attack[]>> = {
  records: recordsAttacks,
  'erased people': erasedAttacks,
  signatures: signaturesAttacks,
  'access reviews': accessReviewsAttacks,
  secrets: secretsAttacks,
  commands: commandsAttacks,
  accesses: accessesAttacks,
  history: historyAttacks,
  figures: figuresAttacks,
  trail: trailAttacks,
  seals: sealsAttacks,
  anchors: anchorsAttacks,
  copies: copiesAttacks,
  keys: keysAttacks,
  guards: guardsAttacks,
  'hidden guards': hiddenAttacks,
  clock: clockAttacks,
  files: filesAttacks,
  checks: checksAttacks,
};

/** The table of docs/tampering.md. */
export function tamperingDocument(): string {
  const rows = Object.entries(attacksByArea).flatMap(([area, attacks]) =>
    attacks.map(({ title }) => `| ${area} | ${title} |`),
  );
  return [
    '# Tampering that `verify` names',
    '',
    'Each row is tried by a test in `tests/faults/tampering`, on a database of its own, by somebody who holds the superuser of the database or',
    'the folders of the installation, but not its `SECRET_KEY`. `verify` names every one of them. This page is written from the tests.',
    '',
    '| Area | What was done |',
    '| --- | --- |',
    ...rows,
    '',
    `${String(rows.length)} ways. Besides, every column of every table that the trail follows is changed in the demo installation, and named`,
    'with its column (`columns.test.ts`).',
    '',
    '## What is not noticed',
    '',
    'Nothing is left to compare where somebody with the superuser of the database',
    '',
    '- takes a command out of the trail before it is sealed, within a minute after its transaction ended, together with its proof, and also puts back',
    '  every row that it wrote, in all tables. Once its seal is outside the database, its absence is a finding;',
    '- changes a row and puts it back before the next check. Signatures and certificates are checked whenever they are shown, and passwords, sessions,',
    '  links and passkeys whenever they are used; other columns are compared by `verify`, which runs every night.',
    '',
    'Who holds the `SECRET_KEY` besides can make seals and proofs anew: copies of the heads outside the installation show that.',
    '',
    '## What is not compared',
    '',
    'No answer about the past, no figure and no paper is made from these tables, so a change in one of them is not a finding.',
    '',
    '| Table | Why |',
    '| --- | --- |',
    ...exemptTables.flatMap(({ name, proof }) =>
      typeof proof === 'object' ? [`| \`${name}\` | ${proof.none} |`] : [],
    ),
    '',
  ].join('\n');
}
