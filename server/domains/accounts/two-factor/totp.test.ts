import fc from 'fast-check';
import { generate } from 'otplib';
import { describe, expect, test } from 'vitest';
import { newRecoveryCodes, recoveryCodeMac } from './recovery-codes.ts';
import { enrolmentUri, isTotpForm, newSecret, qrCodeOf, stepOf } from './totp.ts';

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);
const codeAt = (seconds: number) => generate({ secret, epoch: seconds });

describe('codes', () => {
  // The reference values of RFC 6238, appendix B, in six digits.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('[AUTH-09] of second %i is %s, as the standard has it', async (seconds, code) => {
    expect(await stepOf(secret, code, at(seconds), null)).toBe(Math.floor(seconds / 30));
  });

  const now = 1_750_000_005;
  test.each([
    ['one step before', -30, -1],
    ['of now', 0, 0],
    ['one step after', 30, 1],
    ['two steps before', -60, null],
    ['two steps after', 60, null],
  ])('[AUTH-09] %s', async (_, seconds, offset) => {
    const step = await stepOf(secret, await codeAt(now + seconds), at(now), null);
    expect(step).toBe(offset === null ? null : Math.floor(now / 30) + offset);
  });

  test('[AUTH-09] no step is taken twice, and none before one that was taken, whatever comes in which order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ passes: fc.integer({ min: 0, max: 40 }), shown: fc.integer({ min: -3, max: 3 }) }),
          {
            maxLength: 30,
          },
        ),
        async (tries) => {
          let time = now;
          let last: number | null = null;
          const taken: number[] = [];
          for (const { passes, shown } of tries) {
            time += passes;
            const step: number | null = await stepOf(secret, await codeAt(time + 30 * shown), at(time), last);
            const current = Math.floor(time / 30);
            const fits: boolean = Math.abs(shown) <= 1 && (last === null || current + shown > last);
            // Two steps may have one code by chance: then a wrong one fits too.
            if (fits) expect(step).toBe(current + shown);
            if (step === null) continue;
            expect(Math.abs(step - current)).toBeLessThanOrEqual(1);
            taken.push(step);
            last = step;
          }
          expect(taken).toEqual([...new Set(taken)].toSorted((one, other) => one - other));
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each([
    ['123456', true],
    [' 123 456 ', true],
    ['123-456', true],
    ['12345', false],
    ['1234567', false],
    ['abcd-efgh-jkmn', false],
    ['', false],
  ])('[AUTH-09] %j has the form of one: %s', async (typed, expected) => {
    expect(isTotpForm(typed)).toBe(expected);
    if (!expected) expect(await stepOf(secret, typed, at(now), null)).toBeNull();
  });

  test('[AUTH-09] a secret has 160 bits, and its address names product and account', () => {
    expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newSecret()).not.toBe(newSecret());
    const uri = new URL(enrolmentUri(secret, 'ann+1@clinic.example'));
    expect(uri.protocol).toBe('otpauth:');
    expect(uri.searchParams.get('issuer')).toBe('TrainTrail');
    expect(decodeURIComponent(uri.pathname)).toContain('TrainTrail:ann+1@clinic.example');
    const { size, path } = qrCodeOf(uri.href);
    // The corner that scanners look for: seven dark modules, then a light one.
    expect(path.startsWith('M0 0h1v1h-1zM1 0h1v1h-1z')).toBe(true);
    expect(path).not.toContain('M7 0h');
    expect(path).toContain(`M${String(size - 1)} 0h`);
  });
});

test('[AUTH-09] recovery codes are ten different ones, known by their keyed hash, to their owner alone', () => {
  const codes = newRecoveryCodes();
  expect(new Set([...codes, ...newRecoveryCodes()]).size).toBe(20);
  const config = { secretKey: Buffer.alloc(48, 'one') };
  const [code = ''] = codes;
  const mac = recoveryCodeMac(config, 'u_one', code);
  expect(recoveryCodeMac(config, 'u_one', ` ${code.toUpperCase().replaceAll('-', '')} `)).toBe(mac);
  expect(recoveryCodeMac(config, 'u_two', code)).not.toBe(mac);
  expect(recoveryCodeMac({ secretKey: Buffer.alloc(48, 'two') }, 'u_one', code)).not.toBe(mac);
});
