/** The way of a person's browser to the provider and back, for tests of the API. */
import type { TestClient } from './client.ts';
import type { ProviderBrowser } from './openid-provider.ts';

/** Where an answer sends the browser; empty when it does not. */
export const locationOf = (answer: { readonly headers: Headers }): string =>
  answer.headers.get('location') ?? '';

/** Goes to a path that leads to the provider, signs in there as `sub` (null: cancels) and comes back; answers where it ends up. */
export async function throughProvider(
  client: TestClient,
  browser: ProviderBrowser,
  sub: string | null,
  path = '/api/login',
): Promise<string> {
  const begun = await client.get(path);
  if (!URL.canParse(locationOf(begun))) return locationOf(begun);
  const callback = await browser.follow(locationOf(begun), sub);
  return locationOf(await client.get(callback.pathname + callback.search));
}
