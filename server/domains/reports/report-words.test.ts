import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileTexts } from './training-file-texts.ts';

/** What the screens say for a text, in every catalogue that has it. */
function wordsOnScreen(language: string, text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const part of ['app', 'staff', 'public']) {
    const path = join(import.meta.dirname, `../../../app/locales/${part}/${language}.po`);
    const catalogue = readFileSync(path, 'utf8');
    for (const entry of catalogue.split('\n\n')) {
      if (!entry.includes(`\nmsgid ${JSON.stringify(text)}\n`)) continue;
      found.add((/\nmsgstr "(.*)"/.exec(entry)?.[1] ?? '').replace(/ ?\{\w+\}/g, ''));
    }
  }
  return found;
}

test('[RPT-02] [SHELL-09] PDFs and screens call the same thing by the same word in every language', () => {
  for (const language of ['es', 'fr', 'de'] as const) {
    const { cycle, jobTitle, statuses, tiers } = fileTexts(language);
    const same: readonly (readonly [string, string])[] = [
      ['In Progress', statuses.in_progress],
      ['In progress', statuses.in_progress],
      ['Not Started', statuses.not_started],
      ['Cycle {cycle}', cycle],
      ['Cycle {place}', cycle],
      ['Job Title', jobTitle],
      ['Expired', statuses.expired],
    ];
    for (const [text, word] of same) {
      expect([language, text, ...wordsOnScreen(language, text)]).toEqual([language, text, word]);
    }
    expect([...wordsOnScreen(language, 'Completion: Needs Improvement')][0]).toMatch(
      new RegExp(`: ${tiers.needs_improvement}$`),
    );
    expect([...wordsOnScreen(language, 'Name, email or job title')][0]?.toLowerCase()).toContain(
      jobTitle.toLowerCase(),
    );
  }
});
