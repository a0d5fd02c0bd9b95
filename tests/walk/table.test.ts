import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './facts.ts';
import { walkTable } from './table.ts';

it('[SHELL-05] docs/walk.md says what is declared of every screen', () => {
  expect(readFileSync(join(root, 'docs/walk.md'), 'utf8'), 'npm run walk writes it anew').toBe(walkTable());
});

it('[SHELL-05] no control is declared to do nothing', () => {
  expect(walkTable()).not.toMatch(/ \| [^|]*\bnothing\b[^|]* \|$/m);
});
