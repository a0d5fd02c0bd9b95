/** The note in every exported trail (AUD-02): the method of sealing and the meaning of the check, for a reader without the product. */
export const methodNote = `HOW THIS AUDIT TRAIL IS SEALED, AND HOW TO CHECK IT

Check it:  node verify.mjs --key KEY  (Node 18.3 or later, no other software, no network)

KEY is the fingerprint of the installation's public key. Get it separately from this bundle, for example by phone, on paper or from a
printed certificate. Only this key and the keys that it followed are believed. Without it the check cannot say whose trail this is.

The check names every event and seal that is not as it was written. It prints the newest seal, and ends with VALID, or with NOT VALID and
the number of findings. It cannot know what is missing after the newest seal: compare that seal with one that you wrote down before you
asked for the bundle, or with a copy outside the installation.

What the files are
  events.jsonl       one event a line: header, salt, payload, hash of the payload
  seals.jsonl        one seal a line: the signed text, its signature, the events it covers and their leaf hashes
  anchors.jsonl      the seals as they were written outside the database, at the time
  public-keys.jsonl  the public keys with which the seals were signed, the newest first
  time-stamps.jsonl  heads with the tokens of a time-stamp server (RFC 3161), where one is used
  scope.json         only in a bundle of a part of the trail: what the part is, signed
  verify.mjs         the check; a short program that can be read

A part of the trail
  A bundle can have the events of some organizations only. Its seals then have the leaf hashes of all events, and null in the list of
  events for each that is not in the bundle. scope.json names the organizations, the number of events, the SHA-256 of their numbers in
  the order of the seals (each followed by a line feed) and the newest seal. It is signed: Ed25519 over "traintrail-bundle-scope-1", a
  line feed, and "text". So an event that was left out later is named, and the number of all events is visible, but nothing else
  of the events of others. An event that concerns two organizations, such as the move of a person, is only in a bundle that has both.
  The events of HR and of inspections are in the part only if "withHr" is true. Redactions of its events, and restores, are in it.

What an event is
  Who did what to which record, when, in which command and transaction stands in the header. What was before and after, the
  reason and the circumstances stand in the payload. Both are texts and are hashed exactly as they stand here.
    payload hash = SHA-256(salt, payload)
    leaf         = SHA-256(00, "traintrail-audit-1:sha-256", SHA-256(header), payload hash)

What a seal is
  At least every minute the events of all finished transactions are put in the order of transaction and number. Their leaves are
  the leaves of a Merkle tree as in RFC 6962: node = SHA-256(01, left, right). The seal's text has the root, the count, the range,
  the head of the seal before it, the number of the last seal that was written outside the database by then, and the last
  one that was sent to each place outside the installation ("sent").
    head      = SHA-256(02, text)
    signature = Ed25519 over "traintrail-seal-signature-1", a line feed, and the text
  A changed, deleted, inserted or moved event gives another root; a changed or missing seal breaks the chain of heads; a trail that
  was made anew from the beginning does not fit the heads that were written outside.

Redactions
  A person's data can be taken out on request: payload and salt of an event go, the payload's hash stays, so that the seal still
  fits. The event of the redaction lists each event and the hash of what was left ("residual"). The check lists all redactions. A
  payload that is gone without being listed is a finding.

Keys
  A key follows another by a hand-over: a text with both public keys and the time, signed by both (Ed25519 over
  "traintrail-key-hand-over-1", a line feed, and the text). So the id of the newest key is enough for --key: the keys before it are
  believed as far back as the hand-overs lead. What a former key sealed after its hand-over is a finding.

Heads outside
  A seal that was written outside and is missing from anchors.jsonl is named, also when the whole file is missing or was cut short.

Time stamps
  A token of time-stamps.jsonl proves that the head beside it existed at the time it names. verify.mjs does not read it; OpenSSL does:
    openssl ts -verify -token_in -in token.der -digest HEAD -CAfile root-of-the-server.pem
  where token.der has the bytes of "token", which is base64.

Restores
  Another installation number ("system") means that the database was restored elsewhere; the first seal after that is a
  "continuation". If an earlier state was restored, the seals that were lost are named from the anchors. A loss counts as recorded only with
  a proof of the holder of the key: Ed25519 over "traintrail-seal-signature-1", a line feed, "system.restore", a line feed, and the
  last head that was lost.

What this does not prove
  The newest events, not yet sealed (less than a minute in normal operation), are guarded by the rights in the database only. A seal
  proves that nothing was changed since, not that what was entered was true. Whoever holds the database, the signing key and every
  copy of the anchors could make another trail: keep copies of anchors.jsonl where they cannot reach.
`;
