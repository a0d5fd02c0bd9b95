/** The browser and system of a session, in words (AUTH-05), from the browser's own description; null if it does not contain them. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
  readonly kind: 'phone' | 'tablet' | 'computer' | 'program';
}

// The first match counts: other browsers call themselves Chrome and Safari too.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const firstOf = (list: readonly (readonly [RegExp, string])[], text: string): string | null =>
  list.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Derives browser and system from a user agent, roughly: enough for people to recognize their own devices. */
export function deviceOf(userAgent: string | null): Device {
  const text = userAgent ?? '';
  const browser = firstOf(browsers, text);
  const system = firstOf(systems, text);
  return { browser, system, kind: kindOf(text, browser, system) };
}

function kindOf(text: string, browser: string | null, system: string | null): Device['kind'] {
  if (browser === null && system === null) return 'program';
  if (system === 'iPad' || (system === 'Android' && !/\bMobile\b/.test(text))) return 'tablet';
  return system === 'iPhone' || system === 'Android' ? 'phone' : 'computer';
}
