import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { AppError } from '#shared/contract/errors.ts';
import {
  equalInConstantTime,
  hmacHex,
  keyFor,
  keyId,
  randomToken,
  sha256Hex,
  type KeySource,
} from './keys.ts';
import { keyRing } from './key-ring.ts';
import { limitConcurrency } from './limit.ts';
import { hashPassword, needsRehash, verifyPassword } from './password-hash.ts';
import { seal, unseal } from './seal.ts';

const config = { secretKey: Buffer.from('a secret of at least thirty-two bytes') };
const other = { secretKey: Buffer.from('another secret of thirty-two bytes at least') };

describe('sealing', () => {
  test('[AUTH-08] gives the text back, and never the same ciphertext twice', () => {
    const one = seal(config, 'purpose', 'owner', 'text — ü');
    const two = seal(config, 'purpose', 'owner', 'text — ü');
    expect(one.ciphertext).not.toBe(two.ciphertext);
    expect(one.ciphertext).not.toContain('text');
    expect(unseal(config, 'purpose', 'owner', one)).toBe('text — ü');
    expect(unseal(config, 'purpose', 'owner', seal(config, 'purpose', 'owner', ''))).toBe('');
  });

  test('[AUTH-08] opens for the same key, purpose and owner only', () => {
    const sealed = seal(config, 'purpose', 'owner', 'text');
    expect(() => unseal(config, 'purpose', 'another owner', sealed)).toThrow(/unable to authenticate/);
    expect(() => unseal(config, 'another purpose', 'owner', sealed)).toThrow(
      expect.objectContaining({ code: 'KEY_CHANGED' }),
    );
    expect(() => unseal(other, 'purpose', 'owner', sealed)).toThrow(
      expect.objectContaining({ code: 'KEY_CHANGED' }),
    );
    expect(() => unseal(config, 'purpose', 'owner', { ...sealed, ciphertext: 'v1.' })).toThrow(
      /not a sealed text/,
    );
  });

  test('[AUTH-08] notices any changed byte', () => {
    const sealed = seal(config, 'purpose', 'owner', 'text');
    const bytes = Buffer.from(sealed.ciphertext.slice(3), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      const ciphertext = `v1.${changed.toString('base64url')}`;
      expect(() => unseal(config, 'purpose', 'owner', { ...sealed, ciphertext }), `byte ${index}`).toThrow(
        /unable to authenticate/,
      );
    }
  });
});

describe('a ring of keys', () => {
  const retiredAt = new Date('2026-02-03T04:05:06Z');
  const rotated = { ...other, formerSecrets: [{ ...config, retiredAt }] };

  test('[OPS-09] makes with the key of today and opens what was sealed before the rotation', () => {
    const before = seal(config, 'purpose', 'owner', 'text');
    expect(unseal(rotated, 'purpose', 'owner', before)).toBe('text');
    const after = seal(rotated, 'purpose', 'owner', 'text');
    expect(after.keyId).toBe(seal(other, 'purpose', 'owner', 'text').keyId);
    expect(() => unseal(config, 'purpose', 'owner', after)).toThrow(
      expect.objectContaining({ code: 'KEY_CHANGED' }),
    );
  });

  test('[OPS-09] finds a key by its id, and says since when it makes nothing', () => {
    const [newer, older] = [keyFor(other, 'purpose'), keyFor(config, 'purpose')];
    const ring = keyRing(rotated, 'purpose');
    expect(ring.current).toEqual({ key: newer, id: keyId(newer), retiredAt: null });
    expect(ring.find(keyId(older))).toEqual({ key: older, id: keyId(older), retiredAt });
    expect(ring.all.map(({ id }) => id)).toEqual([keyId(newer), keyId(older)]);
    expect(keyRing(other, 'purpose').find(keyId(older))).toBeUndefined();
  });
});

describe('keys', () => {
  test('[OPS-02] differ by purpose and by installation, and their names tell nothing', () => {
    const keys = [keyFor(config, 'one'), keyFor(config, 'two'), keyFor(other, 'one')];
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(3);
    expect(new Set(keys.map(keyId)).size).toBe(3);
    expect(keyFor(config, 'one')).toBe(keys[0]);
    expect(keyId(keys[0] ?? Buffer.alloc(0))).toMatch(/^[0-9a-f]{16}$/);
    expect(hmacHex(keys[0] ?? Buffer.alloc(0), 'x')).not.toBe(sha256Hex('x'));
  });

  test('[AUTH-05] tokens hold 256 random bits', () => {
    const tokens = Array.from({ length: 100 }, () => randomToken());
    expect(new Set(tokens).size).toBe(100);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  test('[AUTH-11] comparing says the same as ===', () => {
    expect(equalInConstantTime('abc', 'abc')).toBe(true);
    expect(equalInConstantTime('abc', 'abd')).toBe(false);
    expect(equalInConstantTime('abc', 'abcd')).toBe(false);
  });
});

describe('password hashes', () => {
  const made = (password: string, userId = 'u_ann', keys: KeySource = config) =>
    hashPassword(keys, userId, password);

  test('[AUTH-07] are Argon2id at 19 MiB, t = 2, p = 1, each with its own salt', async () => {
    const [one, two] = await Promise.all([made('words'), made('words')]);
    expect(one).toMatch(/^[0-9a-f]{16}\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(config, 'u_ann', one, 'words')).toBe(true);
    expect(await verifyPassword(config, 'u_ann', one, 'words ')).toBe(false);
    expect(await verifyPassword(config, 'u_ann', one, 'Words')).toBe(false);
  });

  test('[AUTH-19] are bound to the person and to the secret of the installation', async () => {
    const stored = await made('words');
    expect(await verifyPassword(config, 'u_bob', stored, 'words')).toBe(false);
    expect(await verifyPassword(other, 'u_ann', stored, 'words')).toBe(false);
    // Without its key, what is left is no hash of the password.
    expect(await verifyPassword(config, 'u_ann', stored.slice(16), 'words')).toBe(false);
    const elsewhere = await made('words', 'u_ann', other);
    expect(await verifyPassword(config, 'u_ann', elsewhere, 'words')).toBe(false);
  });

  test('[OPS-09] [AUTH-19] still count after a rotation of the secret, and are renewed', async () => {
    const stored = await made('words');
    const rotated = { ...other, formerSecrets: [{ ...config, retiredAt: new Date() }] };
    expect(await verifyPassword(rotated, 'u_ann', stored, 'words')).toBe(true);
    expect(needsRehash(rotated, stored)).toBe(true);
  });

  test('[AUTH-11] without one nothing is right', async () => {
    expect(await verifyPassword(config, 'u_ann', null, '')).toBe(false);
    expect(await verifyPassword(config, 'u_ann', null, 'words')).toBe(false);
  });

  test('[AUTH-07] made with another cost, or without a key, are to be renewed', async () => {
    const stored = await made('words');
    expect(needsRehash(config, stored)).toBe(false);
    expect(needsRehash(config, stored.replace('m=19456', 'm=8192'))).toBe(true);
    expect(needsRehash(config, await hash('words', { memoryCost: 19_456 }))).toBe(true);
    expect(await verifyPassword(config, 'u_ann', await hash('words'), 'words')).toBe(true);
  });
});

describe('a limit', () => {
  test('[AUTH-11] lets so many run, so many wait, and refuses the rest', async () => {
    const limited = limitConcurrency(2, 3);
    const finish: (() => void)[] = [];
    let running = 0;
    let most = 0;
    const work = () =>
      limited(async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => finish.push(resolve));
        running -= 1;
      });
    const jobs = Array.from({ length: 5 }, work);
    await expect(work()).rejects.toThrow(AppError);
    while (finish.length > 0) {
      finish.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(jobs);
    expect([most, running]).toEqual([2, 0]);
  });

  test('[PERF-01] lets nobody wait longer than their patience, and hands them no place later', async () => {
    const limited = limitConcurrency(1, 1);
    let finish: () => void = () => undefined;
    const first = limited(() => new Promise<void>((resolve) => (finish = resolve)));
    await expect(limited(() => Promise.resolve('in time'), 10)).rejects.toMatchObject({ code: 'TIMEOUT' });
    const second = limited(() => Promise.resolve('in turn'), 10_000);
    finish();
    await first;
    expect(await second).toBe('in turn');
    expect(await limited(() => Promise.resolve('free'))).toBe('free');
  });

  test('[AUTH-11] gives the place back when the work fails', async () => {
    const limited = limitConcurrency(1, 1);
    await expect(limited(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await limited(() => Promise.resolve('yes'))).toBe('yes');
  });
});
