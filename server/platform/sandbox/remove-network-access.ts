import { registerHooks } from 'node:module';

/** Parts of Node.js that reach the network or other programs; the permission model covers only files, threads and programs. */
const closed = new Set([
  'child_process',
  'cluster',
  'dgram',
  'dns',
  'dns/promises',
  'http',
  'http2',
  'https',
  'inspector',
  'inspector/promises',
  'net',
  'repl',
  'tls',
]);

const quiet = (): void => undefined;

const nameOf = (specifier: string): string => specifier.replace(/^node:/, '');

/**
 * Removes from this process the parts of Node.js that reach the network, and the functions of browsers that do, because no parser
 * needs them. A second barrier in addition to the network namespace, and the only one if the system has none.
 */
export function removeNetworkAccess(): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      if (closed.has(nameOf(specifier))) throw new Error(`${specifier} is closed to parsers`);
      return next(specifier, context);
    },
  });
  const builtin = process.getBuiltinModule.bind(process);
  Object.defineProperty(process, 'getBuiltinModule', {
    value: (name: string) => (closed.has(nameOf(name)) ? undefined : builtin(name)),
  });
  // Warnings of libraries would hide how a process ended.
  Object.assign(console, { log: quiet, info: quiet, warn: quiet, error: quiet });
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'])
    Object.defineProperty(globalThis, name, { value: undefined });
}
