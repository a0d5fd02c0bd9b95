/** What the verifier prints, to the letter; a browser test runs it and compares. Its numbers are examples. */

/** Its answers about the proof file of one record. */
export const proofAnswers = {
  whole: 'VALID',
  changed: 'NOT VALID: the file was changed after the installation made it.',
  missing: 'NOT VALID: the file was changed, or is not a proof.',
  otherKey:
    'NOT VALID: the file is signed with key …, which is not the key that you named and was not handed over by it.',
} as const;

/** Its answers about a trail bundle. */
export const bundleAnswers = {
  whole: 'clean',
  changed: 'FINDING  event 4711: its payload does not give the hash that was kept (event_payload_changed)',
  missing: 'FINDING  event 4711: sealed in seal 12 and gone (event_missing)',
  noFile: 'FINDING  events.jsonl: the file is missing (bundle_incomplete)',
} as const;
