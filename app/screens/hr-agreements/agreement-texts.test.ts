import { i18n } from '@lingui/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorCodes } from '#shared/contract/errors.ts';
import { hrTexts } from '#app/features/hr/hr-texts.ts';
import { memberTexts } from '#app/lib/member-texts.ts';
import { isKnownServerText } from '#app/lib/server-texts.ts';
import { newAgreement, refusals } from '#app/screens/hr-agreements/agreement-form.ts';
import { agreementTexts } from '#app/screens/hr-agreements/agreement-texts.ts';
import { documentTexts } from '#app/screens/hr-organization/document-texts.ts';

const server = join(import.meta.dirname, '../../../server/domains/hr');
const sources = ['commands/change-agreement.ts', 'agreements.queries.ts'];

test('[HR-03] [SHELL-09] whatever the server refuses of an agreement has its translation', () => {
  const said = sources.flatMap((name) =>
    [...readFileSync(join(server, name), 'utf8').matchAll(/'([A-Z][\w']*(?: [\w’']+){2,}\.?[^'\n]*)'/g)].map(
      ([, text = '']) => text,
    ),
  );
  expect(said).toContain('It has been signed already. Terminate it instead.');
  expect(said.length).toBeGreaterThanOrEqual(8);
  const known = [...said, errorCodes.STALE[1]];
  expect(known.filter((text) => !isKnownServerText(text))).toEqual([]);
});

test('[HR-03] [HR-04] [SHELL-09] each text of the HR area stands once, and a party knows what is said of an agreement', () => {
  const all = [...memberTexts, ...hrTexts, ...agreementTexts, ...documentTexts].map(([text]) => text);
  expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([]);
  expect(hrTexts.map(([text]) => text)).toContain('This agreement could not be found.');
});

test('[HR-03] [SHELL-09] the first and the last day of an agreement are named by nouns in every language, also where a button says the verb', () => {
  const named = ['de', 'es', 'fr'].map((language) => {
    const texts = readFileSync(join(server, `../../../app/locales/staff/${language}.po`), 'utf8');
    return ['Start', 'End'].map(
      (text) => new RegExp(`msgctxt "date"\nmsgid "${text}"\nmsgstr "(.*)"`).exec(texts)?.[1],
    );
  });
  expect(named).toEqual([
    ['Beginn', 'Ende'],
    ['Inicio', 'Fin'],
    ['Début', 'Fin'],
  ]);
});

test('[HR-03] the form says at each field what is missing or wrong, for both kinds of parties', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const choose = 'Choose a person or give the name of the other party';
  const filled = { ...newAgreement(7), title: 'Advice', partyUserId: 'u_1', startsOn: '2026-03-01' };
  const outside = { ...filled, party: 'outside' as const, partyName: 'Dr. Outside' };
  const rows = [
    [filled, {}],
    [outside, {}],
    [
      { ...filled, organizationId: '', title: ' ' },
      { organizationId: 'Choose an organization', title: 'Title is required' },
    ],
    [{ ...filled, partyUserId: '' }, { partyUserId: choose }],
    [{ ...outside, partyName: ' ' }, { partyName: choose }],
    [{ ...outside, partyEmail: 'nowhere' }, { partyEmail: 'Valid email required' }],
    [{ ...filled, startsOn: '' }, { startsOn: 'Please enter a date' }],
    [{ ...filled, endsOn: '2026-02-28' }, { endsOn: 'The end must not be before the start' }],
    [{ ...filled, endsOn: '2026-03-01' }, {}],
    [{ ...filled, noticeDays: '' }, { noticeDays: 'Must be a whole number of days' }],
    [{ ...filled, noticeDays: 731 }, { noticeDays: 'At most 730' }],
    // What belongs to the other kind of party is not looked at.
    [{ ...filled, partyEmail: 'nowhere' }, {}],
  ] as const;
  for (const [values, expected] of rows) expect([values, refusals(values)]).toEqual([values, expected]);
});
