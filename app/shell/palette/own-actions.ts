import { msg } from '@lingui/core/macro';

/** What everybody does for themselves: its texts are in the catalogue that everybody has. */
export const ownActions = [
  {
    access: 'account.own',
    to: '/profile/documents',
    label: msg`Upload Your CV`,
    words: msg`resume curriculum vitae document`,
  },
] as const;
