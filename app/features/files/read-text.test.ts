import { expect, test } from 'vitest';
import { readText } from './read-text.ts';

const answer = (hex: string, type: string) =>
  new Response(new Uint8Array(Buffer.from(hex, 'hex')), { headers: { 'content-type': type } });

test('[MOD-07] [MOD-09] a text is shown in the coding that the server names', async () => {
  expect(await readText(answer('1b2442467c4b5c1b2842', 'text/plain; charset=iso-2022-jp'))).toBe('日本');
  expect(await readText(answer('fffe4100', 'text/plain; charset=utf-16le'))).toBe('A');
  expect(await readText(answer('c3bc', 'text/plain; charset=utf-8'))).toBe('ü');
  expect(await readText(answer('41', 'text/plain'))).toBe('A');
});
