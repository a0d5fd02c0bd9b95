import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const special: readonly (readonly [address: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const notPublic = new BlockList();
for (const [address, bits] of special)
  notPublic.addSubnet(address, bits, address.includes(':') ? 'ipv6' : 'ipv4');

/** Returns whether an IP address is public: not this machine, a private network or a special range. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  // An IPv4 address written as IPv6: no public name resolves to one.
  if (address.toLowerCase().startsWith('::ffff:')) return false;
  return family !== 0 && !notPublic.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Returns whether the server may send to an address from a browser (NOT-03): https at its default port, without a name and
 * password in it, and not a number or name of this machine. The resolved address is checked on connecting ({@link publicLookup}).
 */
export function isPublicEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return false;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return isPublicName(host);
}

/** Returns whether the name of a host can be public. */
export const isPublicName = (host: string): boolean =>
  host.includes('.') && !/\.(local|localhost|internal|invalid|test|example|onion|home\.arpa)\.?$/i.test(host);

/** A name leads to an address that is not public. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

/** Looks a name up for a connection and refuses one that resolves to an address which is not public, even if it was public before. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, '', 0);
      return;
    }
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new RefusedAddress(`${hostname} is no public address`), '', 0);
    } else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
