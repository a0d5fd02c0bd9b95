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
  ['Someone else must approve a change of your name.', msg`Someone else must approve a change of your name.`],
  ['This request is no longer pending.', msg`This request is no longer pending.`],
  ['No name change request is pending.', msg`No name change request is pending.`],
  [
    'Request a name change in your profile. Someone else must approve it.',
    msg`Request a name change in your profile. Someone else must approve it.`,
  ],
];

addServerTexts(nameTexts);
