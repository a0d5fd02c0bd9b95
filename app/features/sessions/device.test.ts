import { expect, test } from 'vitest';
import { deviceOf } from '#app/features/sessions/device.ts';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    ['Chrome', 'Windows', 'computer'],
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    ['Edge', 'Windows', 'computer'],
  ],
  [`${mac} ${webkit} Version/18.1 Safari/605.1.15`, ['Safari', 'macOS', 'computer']],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    ['Firefox', 'Linux', 'computer'],
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} Version/18.1 Mobile/15E148 Safari/604.1`,
    ['Safari', 'iPhone', 'phone'],
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) ${webkit} CriOS/141.0 Mobile/15E148 Safari/604.1`,
    ['Chrome', 'iPad', 'tablet'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    ['Chrome', 'Android', 'phone'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36',
    ['Samsung Internet', 'Android', 'tablet'],
  ],
  ['curl/8.10.1', [null, null, 'program']],
  ['', [null, null, 'program']],
  [null, [null, null, 'program']],
])('[AUTH-05] %s is %j', (userAgent, expected) => {
  const { browser, system, kind } = deviceOf(userAgent);
  expect([browser, system, kind]).toEqual(expected);
});
