import { BlockList, isIPv6 } from 'node:net';
import type { Config } from '#server/platform/config/config.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** Below which address the proxy has the folder of stored files, for itself alone; deploy/stored-files.nginx.conf says the same. */
const internalFolder = '/stored-files/';

/**
 * The header that makes the proxy in front send a stored file itself (PERF-03); null where the server sends it. Nothing of the
 * request is in it: the path is the hash of the file that was found, permitted, checked and recorded before. Only the peer of the
 * connection decides whether it is the proxy, no header does: clients that bypass the proxy get the bytes. A program on the proxy's own
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

/** Whether an address is one of these addresses and networks. */
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
