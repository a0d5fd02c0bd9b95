import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ContentFacts } from './content-rule.ts';
import { canStart, hasContent, isPlaceholderText, isRealText } from './content-rule.ts';

const LONG = 'Wash your hands before each visit.';
const empty: ContentFacts = { contentType: 'self-learning', contentUrl: null, content: null, fileSize: null };

describe('the content rule', () => {
  test.each<[string, Partial<ContentFacts>, boolean]>([
    ['nothing at all', {}, false],
    ['URL and size', { contentUrl: '/api/files/a.pdf', fileSize: '1.5 MB' }, true],
    ['URL and bytes', { contentUrl: '/api/files/a.pdf', fileSize: 12 }, true],
    ['URL without size', { contentUrl: '/api/files/a.pdf' }, false],
    ['URL with a blank size', { contentUrl: '/api/files/a.pdf', fileSize: '  ' }, false],
    ['URL with 0 bytes', { contentUrl: '/api/files/a.pdf', fileSize: 0 }, false],
    ['size without URL', { fileSize: '1.5 MB' }, false],
    ['blank URL and size', { contentUrl: '  ', fileSize: '1.5 MB' }, false],
    ['URL without size but real text', { contentUrl: '/api/files/a.pdf', content: LONG }, true],
    ['real text', { content: LONG }, true],
    [
      'a hidden stand-in with everything',
      { contentType: 'placeholder', content: LONG, contentUrl: 'u', fileSize: 1 },
      false,
    ],
  ])('[MOD-10] %s', (_, facts, expected) => {
    expect(hasContent({ ...empty, ...facts })).toBe(expected);
  });

  test.each<[string, string | null, boolean]>([
    ['no text', null, false],
    ['blank', '                              ', false],
    ['20 characters', 'a'.repeat(20), false],
    ['21 characters', 'a'.repeat(21), true],
    ['20 characters in much space', `   ${'a'.repeat(20)}      `, false],
    ['20 characters of two units each', '𝒂'.repeat(20), false],
    ['21 characters of two units each', '𝒂'.repeat(21), true],
    ['starts as a placeholder', `Placeholder. ${LONG}\n${LONG}`, false],
    ['starts as a placeholder in brackets', `[placeholder] ${LONG}\n${LONG}`, false],
    ['one short line that says placeholder', 'This is placeholder content for the module', false],
    ['a training that speaks of placeholders', `${LONG}\nReplace each placeholder in form F-12.`, true],
    ['a word that only holds the word', 'Placeholders2go explains its safety rules', true],
    ['the loading message', 'Content loaded successfully', false],
    ['the loading message in space', ' Content loaded successfully\n', false],
    ['more than the loading message', 'Content loaded successfully by the trainer', true],
    ['only the heading', 'Uploaded Files:', false],
    ['the heading with empty bullets', 'Uploaded Files:\n\n  •  \n  -  \n  *  \n', false],
    ['the heading with a file', 'Uploaded Files:\n• a.pdf (1 KB) | Uploaded: 2025-01-01 by Ann', true],
    ['not loaded', 'Module not loaded: ask your administrator', false],
    ['not loaded, in space', '\n Module not loaded: ask your administrator', false],
    ['says later that it was not loaded', 'Reload when it says Module not loaded', true],
  ])('[MOD-10] text content: %s', (_, content, expected) => {
    expect(isRealText(content)).toBe(expected);
    expect(hasContent({ ...empty, content })).toBe(expected);
  });

  test('[MOD-10] text is never real at 20 characters or fewer, and space around it does not matter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const real = isRealText(text);
        const mayBeReal = Array.from(text.trim()).length > 20 && !isPlaceholderText(text);
        expect(real && !mayBeReal).toBe(false);
        expect(isRealText(`  ${text}\n`)).toBe(real);
      }),
    );
  });
});

describe('the looser start rule', () => {
  test.each<[string, Partial<ContentFacts>, boolean]>([
    ['nothing at all', {}, false],
    ['URL', { contentUrl: '/x' }, true],
    ['blank URL', { contentUrl: ' \t' }, false],
    ['type pdf', { contentType: 'pdf' }, true],
    ['type presentation', { contentType: 'presentation' }, true],
    ['type video', { contentType: 'video' }, true],
    ['type quiz', { contentType: 'quiz' }, true],
    ['type webinar', { contentType: 'webinar' }, false],
    ['type text', { contentType: 'text' }, false],
    ['one character of text', { content: 'x' }, true],
    ['blank text', { content: '  \n' }, false],
  ])('[MOD-10] %s', (_, facts, expected) => {
    expect(canStart({ ...empty, ...facts })).toBe(expected);
  });

  test('[MOD-10] is looser: what has content can be started', () => {
    const facts = fc.record({
      contentType: fc.constantFrom('pdf', 'quiz', 'webinar', 'text', 'placeholder'),
      contentUrl: fc.option(fc.constantFrom('', ' ', '/api/files/a.pdf')),
      content: fc.option(fc.constantFrom('', '  ', 'short', LONG, 'Content loaded successfully')),
      fileSize: fc.option(fc.constantFrom('', '1 KB', 0, 5)),
    });
    fc.assert(
      fc.property(facts, (module) => {
        expect(hasContent(module) && !canStart(module)).toBe(false);
      }),
    );
  });
});
