import { z } from 'zod';
import { line, userId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { profileView } from './people-schemas.ts';

const byUserId = z.object({ userId });

/** The token that was emailed about a change of an email. */
const emailChangeLink = z
  .strictObject({ token: z.string().min(20).max(200) })
  .meta({ id: 'EmailChangeLink' });

/** The email that a person has after it. */
const emailOfChange = z.object({ email: z.string() }).meta({ id: 'EmailAfterChange' });

/** Calls about a person's own picture, pending address and data, in addition to profile and settings (USR-02, AUTH-16, SEC-03). */
export const ownAccountContract = {
  setPicture: defineEndpoint({
    id: 'people.setPicture',
    method: 'POST',
    path: '/api/users/profile/picture',
    summary: 'Upload the own picture: one JPG, PNG or GIF, judged by its bytes, in the part `file`',
    access: { permission: 'account.own' },
    audit: { command: 'profile.pictureChanged', record: 'users' },
    data: { changes: ['profile'] },
    multipart: { name: 'OneFile', fields: z.strictObject({}), files: ['file'] },
    revision: 'answered',
    response: profileView,
  }),
  removePicture: defineEndpoint({
    id: 'people.removePicture',
    method: 'DELETE',
    path: '/api/users/profile/picture',
    summary: 'Take the own picture away, its stored bytes too',
    access: { permission: 'account.own' },
    audit: { command: 'profile.pictureRemoved', record: 'users' },
    data: { changes: ['profile'] },
    revision: 'answered',
    response: profileView,
  }),
  picture: defineEndpoint({
    id: 'people.picture',
    method: 'GET',
    path: '/api/users/:userId/picture',
    summary: 'The picture of a person, for those who may see the person and for those whom the person leads',
    access: { permission: 'people.view' },
    audit: { none: 'shown beside the name to those who see the name' },
    data: { none: 'its address changes with it' },
    params: byUserId,
    /** The end of the address changes with the picture; the server ignores it. */
    query: z.strictObject({ v: line(64).optional() }),
    raw: 'image/*',
    response: z.undefined(),
  }),
  resendConfirmation: defineEndpoint({
    id: 'people.resendConfirmation',
    method: 'POST',
    path: '/api/users/profile/resend-confirmation',
    summary: 'Mail the link that confirms the waiting email again, at most once a minute; earlier links end',
    access: { permission: 'account.own' },
    audit: { command: 'profile.confirmationResent', record: 'users' },
    data: { changes: ['profile'] },
    revision: 'answered',
    errors: ['TOO_MANY_ATTEMPTS'],
    response: profileView,
  }),
  exportOwnData: defineEndpoint({
    id: 'people.exportOwnData',
    method: 'GET',
    path: '/api/users/me/export',
    summary: 'Everything that is kept on the signed-in person, as one JSON file, streamed',
    access: { permission: 'account.own' },
    audit: { access: 'person.exported' },
    data: { none: 'a download' },
    raw: 'application/json',
    response: z.undefined(),
  }),
  exportData: defineEndpoint({
    id: 'people.exportData',
    method: 'GET',
    path: '/api/users/:userId/export',
    summary: 'Everything that is kept on a person, as one JSON file, for a request of that person',
    access: { permission: 'people.manage' },
    audit: { access: 'person.exported' },
    data: { none: 'a download' },
    params: byUserId,
    raw: 'application/json',
    response: z.undefined(),
  }),
  confirmEmail: defineEndpoint({
    id: 'people.confirmEmail',
    method: 'POST',
    path: '/api/auth/confirm-email',
    summary: 'Confirm a new email with the token that was mailed to it; works once and for a day',
    access: { public: true },
    audit: { command: 'profile.emailConfirmed' },
    data: { changes: ['profile', 'people'] },
    body: emailChangeLink,
    errors: ['DUPLICATE'],
    response: emailOfChange,
  }),
  stopEmailChange: defineEndpoint({
    id: 'people.stopEmailChange',
    method: 'POST',
    path: '/api/auth/stop-email-change',
    summary:
      'Stop the change of an email with the token that was mailed to the former address, for seven days: the address comes back, all sessions end, and a link to choose a password goes to it',
    access: { public: true },
    audit: { command: 'profile.emailStopped' },
    data: { changes: ['profile', 'people'] },
    body: emailChangeLink,
    errors: ['DUPLICATE', 'TOO_MANY_ATTEMPTS'],
    response: emailOfChange,
  }),
};
