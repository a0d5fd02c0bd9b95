import { expect, test } from 'vitest';
import { isTokenText, newTokenText, tokenForm } from './token-text.ts';

test('[OPS-06] every token has the form that scanners know, and no two are the same', () => {
  const tokens = Array.from({ length: 500 }, () => newTokenText());
  for (const token of tokens) {
    expect(token).toMatch(tokenForm);
    expect(isTokenText(token)).toBe(true);
  }
  expect(new Set(tokens).size).toBe(500);
});

test('[OPS-06] a token with one wrong or missing character is none', () => {
  const token = newTokenText();
  for (let at = 3; at < token.length; at += 1) {
    const other = token[at] === 'a' ? 'b' : 'a';
    expect(isTokenText(`${token.slice(0, at)}${other}${token.slice(at + 1)}`), String(at)).toBe(false);
  }
  for (const text of ['', 'tt_', token.slice(0, -1), `${token}a`, ` ${token}`, token.replace('tt_', 'TT_')])
    expect(isTokenText(text), text).toBe(false);
});
