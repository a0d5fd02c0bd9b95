import { msg } from '@lingui/core/macro';

/** The actions that all people have for themselves: their texts are in the catalogue that everybody has. */
export const ownActions = [
  {
    access: 'account.own',
    to: '/profile/documents',
    label: msg`Upload Your CV`,
    words: msg`resume curriculum vitae document`,
  },
] as const;
