import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { madeOnce } from './made-once.ts';
import { temporaryFolder } from './processes.ts';

function folder(): string {
  const { dir, remove } = temporaryFolder();
  onTestFinished(remove);
  return path.join(dir, 'shared');
}

const content = (dir: string): string => fs.readFileSync(path.join(dir, 'content'), 'utf8');

test('a folder that several need at once is made once', async () => {
  const dir = folder();
  let made = 0;
  const make = async (into: string): Promise<void> => {
    made += 1;
    await new Promise(setImmediate);
    fs.writeFileSync(path.join(into, 'content'), 'whole');
  };
  const found = await Promise.all(Array.from({ length: 5 }, () => madeOnce(dir, make)));
  expect(made).toBe(1);
  expect(found.map(content)).toEqual(Array.from({ length: 5 }, () => 'whole'));
});

test('another process makes the folder if the one that made it was killed', async () => {
  const dir = folder();
  const half = path.join(dir, 'making');
  fs.mkdirSync(half, { recursive: true });
  const { pid } = spawnSync(process.execPath, ['--eval', '0']);
  fs.writeFileSync(path.join(half, 'maker.pid'), String(pid));
  fs.writeFileSync(path.join(half, 'content'), 'half');
  const make = async (into: string): Promise<void> => {
    await new Promise(setImmediate);
    fs.writeFileSync(path.join(into, 'content'), 'whole');
  };
  const found = await Promise.all(Array.from({ length: 3 }, () => madeOnce(dir, make)));
  expect(found.map(content)).toEqual(['whole', 'whole', 'whole']);
});

test('after a failure the next one makes the folder', async () => {
  const dir = folder();
  await expect(madeOnce(dir, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  const found = await madeOnce(dir, async (into) => fs.writeFileSync(path.join(into, 'content'), 'whole'));
  expect(content(found)).toBe('whole');
});
