import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileFrames } from './frame-source.ts';
import { renderMail } from './render.ts';
import type { MailContent } from './template.ts';

const publicUrl = new URL('https://training.example');
const render = (content: MailContent) =>
  renderMail(content, { category: 'reminder', language: 'de', publicUrl });

test('[NOT-02] the page of mails is what its MJML gives today', async () => {
  const kept = readFileSync(new URL('frames.json', import.meta.url), 'utf8');
  expect(JSON.parse(kept)).toEqual(await compileFrames());
});

test('[NOT-02] both parts say the same: lines, lists, button, why it came, where that is changed', () => {
  const { text, html } = render({
    subject: 'Two trainings',
    lines: ['Good day'],
    sections: [{ heading: 'Due', items: [{ text: 'SOP 1', detail: 'tomorrow' }], more: 'and 3 more' }],
    action: { label: 'Open', path: '/my-assignments?view=all&x=1' },
  });
  expect(text).toContain('- SOP 1: tomorrow');
  expect(text).toContain('Open: https://training.example/my-assignments?view=all&x=1');
  expect(html).toContain('href="https://training.example/my-assignments?view=all&amp;x=1"');
  expect(html).toMatch(/<html lang="de"/);
  for (const part of [text, html]) {
    for (const said of ['Good day', 'Due', 'SOP 1', 'tomorrow', 'and 3 more', 'TrainTrail Sie nach'])
      expect(part).toContain(said);
    expect(part).toContain('https://training.example/settings?tab=notifications');
  }
  expect(html).not.toContain('{{');
});

test('[NOT-02] T23: whatever people type stays text: no markup, no header, no place of the page', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('<img src=x onerror=alert(1)>', 'a\r\nBcc: all@x.example', '{{link}}', "';--", '&lt;'),
  );
  const shape = /<\/?[a-z][^>]*>/gi;
  // The title stands in a label too; there a quote or a bracket would end the tag and show as another one.
  const tags = (html: string) =>
    (html.replace(/aria-label="[^"<>]*"/, '').match(shape) ?? []).filter((tag) => tag !== '<br>').join('');
  const say = (typed: string) =>
    render({
      subject: typed,
      lines: [typed],
      sections: [{ heading: typed, items: [{ text: typed, detail: typed }] }],
      action: { label: typed, path: '/' },
    });
  const innocent = tags(say('x').html);
  fc.assert(
    fc.property(nasty, (typed) => {
      const { subject, html } = say(typed);
      // oxlint-disable-next-line no-control-regex
      expect(subject).not.toMatch(/[\u0000-\u001f\u007f\u2028\u2029]/);
      expect(tags(html)).toBe(innocent);
    }),
  );
});

test('[NOT-02] T20: a mail links to this installation and nowhere else', () => {
  for (const path of ['//evil.example/x', '/\\evil.example'] as const)
    expect(() => render({ subject: 'x', lines: [], action: { label: 'x', path } })).toThrow('may not link');
});
