import { isIPv4, isIPv6 } from 'node:net';
import type { EnvironmentReader } from './environment.ts';

const fileHeaders = ['x-accel-redirect', 'x-sendfile'] as const;

/** The header that names the stored file for a proxy (PERF-03). */
export type SendFilesBy = (typeof fileHeaders)[number];

/** Addresses and networks of the proxies whose X-Forwarded-For is trusted (AUD-01, AUTH-11). */
export function readTrustedProxies(read: EnvironmentReader): string[] {
  const proxies = (read.text('TRUST_PROXY') ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  for (const entry of proxies) {
    if (!isNetwork(entry)) {
      read.refuse(
        'TRUST_PROXY',
        `must be addresses or networks of proxies, such as 10.0.0.5,192.168.7.0/24; "${entry}" is none`,
      );
    }
  }
  return proxies;
}

/** Without a trusted proxy anybody, or nobody, would receive the header. */
export function readSendFilesBy(read: EnvironmentReader): SendFilesBy | undefined {
  const header = read.choice('SEND_FILES_BY', fileHeaders);
  if (header !== undefined && !read.isSet('TRUST_PROXY')) {
    read.refuse('SEND_FILES_BY', 'needs TRUST_PROXY beside it: only that proxy is told which file to send');
  }
  return header;
}

/**
 * Returns whether a text is an address, or one with the length of its prefix. All addresses at once are not accepted,
 * because anybody could name any sender.
 */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
  if (bits === 0 || more.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits);
}
