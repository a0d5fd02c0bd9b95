import type { Language } from '#shared/domain/people/settings.ts';
import { defineTexts } from '#shared/texts/define-texts.ts';
import { translateAll } from '#server/platform/texts/translate.ts';

const signOutTexts = defineTexts('accounts.signOut', {
  title: 'Sign out?',
  question: 'Another site asked to sign you out of TrainTrail. Nothing has happened yet.',
  yes: 'Sign out',
  no: 'Stay signed in',
});

/** The whole style of the page, which its policy names by its hash. */
export const signOutStyle = `body{font:16px/1.5 system-ui,sans-serif;margin:15vh auto 0;max-width:28rem;padding:0 1.25rem;color-scheme:light dark}
a{display:inline-block;margin:1rem 1rem 0 0;padding:.6rem 1.1rem;border:1px solid;border-radius:8px;color:inherit;text-decoration:none}
a:focus-visible{outline:3px solid;outline-offset:2px}`;

/** Asks whether to sign out when another site sent the person to /api/logout (AUTH-15, T15): a page without script. */
export function signOutPage(language: Language): string {
  const { title, question, yes, no } = translateAll(language, signOutTexts);
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · TrainTrail</title>
<style>${signOutStyle}</style></head>
<body><main><h1>${title}</h1><p>${question}</p><a href="/api/logout">${yes}</a><a href="/">${no}</a></main></body></html>
`;
}
