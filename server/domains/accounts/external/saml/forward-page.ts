import { languages, type Language } from '#shared/domain/people/settings.ts';
import { defineTexts } from '#shared/texts/define-texts.ts';
import { plainPageHeaders } from '#server/platform/http/plain-page.ts';
import { RawAnswer } from '#server/platform/http/context.ts';
import { translateAll } from '#server/platform/texts/translate.ts';

const forwardTexts = defineTexts('accounts.forward', {
  title: 'Signing you in …',
  next: 'Continue',
});

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:15vh auto 0;max-width:28rem;padding:0 1.25rem;color-scheme:light dark}
button{font:inherit;margin:1rem 0 0;padding:.6rem 1.1rem;border:1px solid;border-radius:8px;background:none;color:inherit}
button:focus-visible{outline:3px solid;outline-offset:2px}`;

const script = 'document.forms[0].submit()';

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns the first language of `Accept-Language` that the product has; English where it has none. */
function languageOf(header: string | undefined): Language {
  const wished = (header ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return wished.flatMap((tag) => languages.filter((known) => known === tag))[0] ?? 'en';
}

/**
 * Returns a page that forwards the response of the identity provider within this site (AUTH-18). The browser adds no cookies to a
 * form from another site (SameSite). To this form it adds the cookies that show which sign-in it started.
 */
export function forwardPage(
  { SAMLResponse: response, RelayState: state }: { SAMLResponse: string; RelayState?: string | undefined },
  acceptLanguage: string | undefined,
): RawAnswer {
  const language = languageOf(acceptLanguage);
  const { title, next } = translateAll(language, forwardTexts);
  const field = (name: string, value: string) =>
    `<input type="hidden" name="${name}" value="${escaped(value)}">`;
  const fields = field('SAMLResponse', response) + (state === undefined ? '' : field('RelayState', state));
  return new RawAnswer(
    200,
    // The next call is refused if the request does not have this site's origin.
    { ...plainPageHeaders(style, script), 'referrer-policy': 'same-origin' },
    `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · TrainTrail</title>
<style>${style}</style></head>
<body><main><h1>${title}</h1><form method="post" action="/api/login/saml/finish">${fields}<button>${next}</button></form></main>
<script>${script}</script></body></html>
`,
  );
}
