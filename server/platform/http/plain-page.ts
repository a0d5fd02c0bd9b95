import { hash } from 'node:crypto';

const hashOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

/** Returns the headers of a page whose only style, and only script if any, are these texts (SEC-02): the policy names their hashes. */
export function plainPageHeaders(style: string, script?: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src ${hashOf(style)};${script === undefined ? '' : ` script-src ${hashOf(script)};`} base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  };
}
