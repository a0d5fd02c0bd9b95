/** The output of the verifier, to the letter; a browser test runs it and compares. Its numbers are examples. */

/** The answers of the checker about the proof file of one record. */
export const proofAnswers = {
  whole: 'VALID',
  changed: 'NOT VALID: the file was changed after the installation made it.',
  missing: 'NOT VALID: the file was changed, or is not a proof.',
  otherKey:
    'NOT VALID: it is signed by another installation: key … is not the key that you named, and did not follow it.',
} as const;

/** The answers of the checker about a trail bundle. */
export const bundleAnswers = {
  whole: 'VALID',
  changed:
    'FINDING  event 4711: its content was changed after it was recorded: user.changed users u_1a2b, 2026-03-05 14:30:12 UTC (event_payload_changed)',
  missing: 'FINDING  event 4711: missing: seal 12 contains it (event_missing)',
  otherKey:
    'FINDING  key …: none of the keys in this bundle is the one that you named, and none followed it (other_key)',
  noFile: 'FINDING  events.jsonl: the file is missing (bundle_incomplete)',
} as const;
