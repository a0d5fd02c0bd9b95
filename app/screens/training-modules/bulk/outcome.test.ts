import { expect, test } from 'vitest';
import { messages } from '#app/lib/messages.ts';
import { outcomeMessage } from '#app/screens/training-modules/bulk/outcome.ts';

test.each([
  [3, 0, { toast: messages.filesUploaded, values: { count: 3 } }],
  [2, 1, { toast: messages.uploadedPartly, values: { stored: 2, total: 3 } }],
  [0, 3, { toast: messages.uploadFailed, values: {} }],
  [0, 0, null],
])(
  '[MOD-05] %i files stored and %i refused: a failure only where nothing was stored',
  (stored, failed, said) => {
    expect(outcomeMessage({ stored, failed })).toEqual(said);
  },
);
