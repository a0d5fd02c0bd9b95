import { msg } from '@lingui/core/macro';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { hrCvsContract } from '#shared/contract/hr-cvs.ts';
import { namesContract } from '#shared/contract/names.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { addServerTexts, type ServerText } from '#app/lib/server-texts.ts';

/** A pending request of another printed name (AUTH-16). */
export type NameRequestRow = ResponseOf<typeof namesContract.requests>[number];

/** What a decided request or a changed name makes old. */
export const nameCalls = [
  namesContract.requests,
  peopleContract.list,
  peopleContract.details,
  hrCvsContract.list,
  hrCvsContract.ofPerson,
] as const;

/** What the server says of names, to the letter (SHELL-09). */
const nameTexts: readonly ServerText[] = [
  ['Somebody else decides about your own name.', msg`Somebody else decides about your own name.`],
  ['This request is not pending any more.', msg`This request is not pending any more.`],
  ['No request of another name is pending.', msg`No request of another name is pending.`],
  [
    'Request another name in your profile. Somebody else approves it.',
    msg`Request another name in your profile. Somebody else approves it.`,
  ],
];

addServerTexts(nameTexts);
