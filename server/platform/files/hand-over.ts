import { BlockList, isIPv6 } from 'node:net';
import type { Config } from '#server/platform/config/config.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** The address below which the proxy serves the folder of stored files, for itself alone; the same as in deploy/stored-files.nginx.conf. */
const internalFolder = '/stored-files/';

/**
 * Returns the header that makes the proxy in front send a stored file itself (PERF-03); null if the server sends it. It contains
 * nothing from the request: the path is the hash of the file that was found, permitted, checked and recorded before. Only the peer of
 * the connection decides whether it is the proxy, not a header: clients that bypass the proxy get the bytes. A program on the proxy's
 * machine counts as the proxy and gets none.
 */
export function handOver(
  { request, services }: RequestContext,
  sha256: string,
): Record<string, string> | null {
  const { sendFilesBy, trustedProxies } = services.config;
  if (sendFilesBy === undefined || !isAmong(request.socket.remoteAddress, trustedProxies)) return null;
  const place = services.files.place(sha256);
  if (!place) return null;
  return { [sendFilesBy]: sendFilesBy === 'x-sendfile' ? place.path : internalFolder + place.within };
}

/** Returns whether an address is one of these addresses and networks. */
function isAmong(address: string | undefined, networks: Config['trustedProxies']): boolean {
  if (address === undefined) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', prefix] = network.split('/');
    const family = isIPv6(base) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(prefix), family);
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
