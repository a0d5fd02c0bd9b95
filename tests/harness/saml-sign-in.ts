/** The way of a person's browser to a SAML identity provider and back, for tests of the API. */
import type { TestClient } from './client.ts';
import { locationOf } from './provider-sign-in.ts';
import type { SamlForm } from './saml-provider.ts';

const unescaped = (value: string) =>
  value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The form of a page that sends itself. */
export function formIn(html: string): SamlForm {
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  return {
    action: unescaped(/action="([^"]+)"/.exec(html)?.[1] ?? ''),
    fields: Object.fromEntries(fields.map(([, name = '', value = '']) => [name, unescaped(value)])),
  };
}

/** A person's browser at the identity provider: keeps its session there and fills the form. */
export class SamlBrowser {
  #cookie = '';

  /** Follows an address of the provider as `who` (null: cancels) until it has the browser send a form elsewhere. */
  async follow(address: string, who: string | null): Promise<SamlForm> {
    const first = await this.#send(address, null);
    if (first.includes('type="hidden"')) return formIn(first);
    const login = new URLSearchParams(who === null ? { cancel: '1' } : { login: who });
    const second = await this.#send(address, login);
    if (!second.includes('type="hidden"'))
      throw new Error(`The provider does not know ${String(who)}: ${second}`);
    return formIn(second);
  }

  async #send(address: string, body: URLSearchParams | null): Promise<string> {
    const response = await fetch(address, {
      method: body ? 'POST' : 'GET',
      body,
      headers: { cookie: this.#cookie },
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie !== undefined) this.#cookie = cookie.split(';')[0] ?? '';
    const html = await response.text();
    if (response.status !== 200) throw new Error(`The provider answers ${String(response.status)}: ${html}`);
    return html;
  }
}

/** Sends a form as a browser does that stands at the page of a site. */
export const sendForm = (client: TestClient, path: string, fields: SamlForm['fields'], site: string) =>
  client.post<string>(path, new URLSearchParams(fields).toString(), {
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
  });

/** Brings the answer of the provider to the product, by its page that sends it on; answers where the browser ends up. */
export async function bringSaml(client: TestClient, { action, fields }: SamlForm): Promise<string> {
  // The browser adds no cookies to a form of another site.
  const cookies = new Map(client.cookies);
  client.cookies.clear();
  const page = await sendForm(client, new URL(action).pathname, fields, 'cross-site');
  for (const [name, value] of cookies) client.cookies.set(name, value);
  if (page.status !== 200) throw new Error(`${String(page.status)}: ${JSON.stringify(page.body)}`);
  const next = formIn(page.body);
  return locationOf(await sendForm(client, next.action, next.fields, 'same-origin'));
}

/** Goes to a path that leads to the provider, signs in there as `who` (null: cancels) and comes back; answers where it ends up. */
export async function throughSaml(
  client: TestClient,
  browser: SamlBrowser,
  who: string | null,
  path = '/api/login',
): Promise<string> {
  const begun = await client.get(path);
  if (!URL.canParse(locationOf(begun))) return locationOf(begun);
  return bringSaml(client, await browser.follow(locationOf(begun), who));
}
