import { hash } from 'node:crypto';

/** The headers of a page without script whose only style is this text (SEC-02): the policy names its hash. */
export function plainPageHeaders(style: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  };
}
