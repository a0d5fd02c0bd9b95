import { isIP } from 'node:net';
import { AppError } from '#shared/contract/errors.ts';
import type { Config } from '#server/platform/config/config.ts';
import { isPublicAddress, isPublicName } from '#server/platform/outbound/public-address.ts';

type Allowed = Pick<Config, 'webhookPrivateHosts'>;

/** Returns the host of an address as WEBHOOK_PRIVATE_HOSTS names it: an IPv6 address without its brackets. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();

/** Returns whether the operator allowed this host by its name, wherever it is: also in a private network, and without TLS. */
export const isAllowedByName = ({ webhookPrivateHosts }: Allowed, url: URL): boolean =>
  webhookPrivateHosts.includes(hostOf(url));

/** Returns whether events may be sent to an address (OPS-06); the addresses of a host name are checked at each connection. */
export function maySendTo(config: Allowed, url: URL): boolean {
  if (isAllowedByName(config, url)) return true;
  const host = hostOf(url);
  return isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host);
}

/** Refuses an address that is incomplete, not encrypted, or in a private network: VALIDATION_FAILED at `address`. */
export function requireAddress(config: Allowed, address: string): void {
  const url = URL.parse(address);
  const refuse = (reason: 'webhook_address_form' | 'webhook_address_private') => {
    throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'address', reason }] });
  };
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '')
    return refuse('webhook_address_form');
  if (!maySendTo(config, url)) refuse('webhook_address_private');
  if (url.protocol !== 'https:' && !isAllowedByName(config, url)) refuse('webhook_address_form');
}
