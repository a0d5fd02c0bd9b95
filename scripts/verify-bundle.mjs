#!/usr/bin/env node
// Checks an exported audit trail, or the proof of one record, offline. One file, no dependencies, Node 18.3 or later.
// Usage: node verify.mjs [FOLDER] --key KEY [--zone ZONE] [--json]           an exported trail; METHOD.txt in its folder says in words what is checked
//        node verify.mjs PROOF.json --key KEY [--json]         the proof of a certificate, completion or signature
// KEY is the fingerprint of the installation's public key, or the key itself in base64. Get it from the installation, not with the file.
// Exit code 0: valid, 1: not valid, 2: cannot be checked, or unchanged and no key was named
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const LEAF = Buffer.concat([Buffer.from([0]), Buffer.from('traintrail-audit-1:sha-256')]);
const NODE = Buffer.from([1]);
const HEAD = Buffer.from([2]);
const SIGNED = Buffer.from('traintrail-seal-signature-1\n');
const HANDED = Buffer.from('traintrail-key-hand-over-1\n');
const PUBLIC = Buffer.from('traintrail-public-signature-1\n');
const PROOF = Buffer.from('traintrail-proof-1\n');
const SCOPED = Buffer.from('traintrail-bundle-scope-1\n');
const HEX64 = /^[0-9a-f]{64}$/;
const XID = /^[0-9]{1,20}$/;
const FILES = ['events.jsonl', 'seals.jsonl', 'anchors.jsonl', 'public-keys.jsonl'];

const hex = (buffer) => buffer.toString('hex');
const isNumber = (value) => Number.isSafeInteger(value) && value >= 1;
// Text from a file is printed as plain text: no line break, escape sequence or change of direction in it can imitate a verdict.
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const shown = (value) => String(value).replace(UNSEEN, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`);
// A time as people read it: in UTC, and in a zone if one is known.
let shownZone; // --zone, or the zone of the only organization of a bundle
function when(text, zone = shownZone) {
  const at = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(text)) ? new Date(text) : undefined;
  if (at === undefined || Number.isNaN(at.getTime())) return shown(text);
  const utc = `${text.slice(0, 10)} ${text.slice(11, 19)} UTC`;
  const local = inZone(at, zone);
  return local === undefined ? utc : `${utc} (${local} ${shown(zone)})`;
}

function inZone(at, zone) {
  if (typeof zone !== 'string' || zone === '' || zone === 'UTC') return undefined;
  try {
    const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' };
    return new Intl.DateTimeFormat('sv-SE', options).format(at);
  } catch {
    return undefined;
  }
}

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

function parse(text) {
  try {
    const value = typeof text === 'string' ? JSON.parse(text) : undefined;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function merkleRoot(level) {
  if (level.length <= 1) return level[0];
  const pairs = Array.from({ length: Math.ceil(level.length / 2) }, (_, i) => level.slice(2 * i, 2 * i + 2));
  return merkleRoot(pairs.map(([left, right]) => (right ? sha256(NODE, left, right) : left)));
}

async function* lines(file) {
  let line = 0;
  let rest = '';
  // Only a line feed ends a line: readline would also split at separators within a text.
  for await (const piece of createReadStream(file, 'utf8')) {
    const [first, ...others] = piece.split('\n');
    rest += first;
    for (const next of others) {
      line += 1;
      if (rest.trim() !== '') yield { line, value: parse(rest) ?? {} };
      rest = next;
    }
  }
  if (rest.trim() !== '') yield { line: line + 1, value: parse(rest) ?? {} };
}

// A seal's text must have exactly these keys, of the known version and algorithm: any other text is not interpreted.
const FIRST = {
  v: (value) => value === 1,
  algorithm: (value) => value === 'traintrail-seal-1:sha-256:ed25519',
  number: isNumber,
  kind: (value) => value === 'regular' || value === 'continuation',
  system: (value) => typeof value === 'string',
  from: (value) => XID.test(value),
  to: (value, body) => XID.test(value) && XID.test(body.from) && BigInt(body.from) < BigInt(value),
  count: isNumber,
  root: (value) => HEX64.test(value),
  previous: (value) => value === null || HEX64.test(value),
  lost: (value) => value === null || (HEX64.test(value.head) && isNumber(value.number)),
  keyId: (value) => typeof value === 'string',
  sealedAt: (value) => typeof value === 'string',
};
// From the second version on, a seal names the last seal that was written outside the database, and the command from which on all
// commands are proven.
const SECOND = {
  ...FIRST,
  v: (value) => value === 2,
  anchored: (value) => value === null || isNumber(value),
  provenFrom: (value) => value === null || isNumber(value),
};

// Since the third version it lists the seals that were sent to each place outside; the places themselves are not in the export.
const isSent = (value) => typeof value?.to === 'string' && isNumber(value.number);
const THIRD = {
  ...SECOND,
  v: (value) => value === 3,
  sent: (value) => Array.isArray(value) && value.every(isSent),
};

function readBody(text) {
  const body = parse(text);
  const known = { 2: SECOND, 3: THIRD }[body?.v] ?? FIRST;
  const same = body && Object.keys(body).sort().join() === Object.keys(known).sort().join();
  return same && Object.entries(known).every(([key, test]) => test(body[key], body)) ? body : undefined;
}

/**
 * Checks the folder; returns { clean, findings, notices, checked, newestSeal, keys, scope }. `onlyKey` is the id of the only trusted
 * key. `scope` is null for a bundle of the whole trail.
 */
export async function verifyBundle(folder, onlyKey) {
  const findings = [];
  const notices = [];
  const checked = { events: 0, seals: 0, anchors: 0 };
  const keys = new Map(); // id -> trusted key
  const followers = new Map(); // id of a former key -> its successor, and the start of its use
  const seals = []; // { body, head, ids }
  const places = new Map(); // event id -> { body, place, leaf }
  const ends = new Map(); // system -> end of its sealed range
  const redacted = new Map(); // event id -> hash of the remaining content
  const restores = new Set(); // heads that a recorded restore lost
  const kept = createHash('sha256'); // over the ids of the sealed events of a part of the trail
  let keptEvents = 0;
  let onlyHashes = 0;
  let scope = null; // of a bundle of a part of the trail: its signed statement
  const file = (name) => path.join(folder, name);
  const find = (kind, object, detail) => findings.push({ kind, object, detail });
  const note = (kind, object, detail) => notices.push({ kind, object, detail });

  async function readKeys() {
    const known = new Map(); // id -> { id, key, value }
    for await (const { value } of lines(file('public-keys.jsonl'))) {
      const der = Buffer.from(String(value.publicKey ?? ''), 'base64');
      const id = hex(sha256(der)).slice(0, 32);
      try {
        const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
        if (key.asymmetricKeyType === 'ed25519') known.set(id, { id, key, value });
      } catch {
        note('key', id, 'not a key; nothing that it is said to have signed is believed');
      }
    }
    for (const { id, key } of known.values()) if ([undefined, id].includes(onlyKey)) keys.set(id, key);
    // A trusted key proves the key before it: both have signed the hand-over.
    for (let next = known.get(onlyKey ?? [...known.keys()][0]); next;) {
      const said = parse(next.value.handOver);
      const former = said && known.get(hex(sha256(Buffer.from(String(said.from), 'base64'))).slice(0, 32));
      const text = Buffer.concat([HANDED, Buffer.from(String(next.value.handOver))]);
      const by = (key, signature) =>
        verifySignature(null, text, key, Buffer.from(String(signature), 'base64'));
      const holds = former && !followers.has(former.id) && said.to === next.value.publicKey;
      if (!holds || !by(former.key, next.value.given) || !by(next.key, next.value.taken)) break;
      keys.set(former.id, former.key);
      followers.set(former.id, { follower: next.id, at: String(said.at) });
      next = former;
    }
  }

  // A bundle of a part of the trail has only the hashes of all other events; the installation has signed which events are in it.
  function readScope() {
    if (!existsSync(file('scope.json'))) return;
    const { text, keyId, signature } = parse(readFileSync(file('scope.json'), 'utf8')) ?? {};
    const said = parse(text);
    const key = keys.get(keyId);
    const bytes = Buffer.concat([SCOPED, Buffer.from(String(text))]);
    const isSigned = key && verifySignature(null, bytes, key, Buffer.from(String(signature), 'base64'));
    if (said?.v === 1 && Array.isArray(said.organizations) && isSigned) {
      scope = said;
      if (said.organizations.length === 1) shownZone ??= said.organizations[0].timeZone;
    } else find('scope_changed', 'scope.json', 'it is not signed with a key that is believed here');
  }

  function checkScope() {
    if (scope === null) {
      const unstated = `missing: ${onlyHashes} events are only hashes here, and nothing says which were left out`;
      if (onlyHashes > 0 && !existsSync(file('scope.json'))) find('event_missing', 'scope.json', unstated);
      return;
    }
    const same = scope.events === keptEvents && scope.eventsHash === hex(kept.digest());
    if (!same) find('scope_changed', 'seals.jsonl', 'its list of events is not the one of scope.json');
    const last = seals.at(-1);
    const isLast =
      scope.newestSeal.number === (last?.body.number ?? 0) && scope.newestSeal.head === (last?.head ?? '');
    if (!isLast)
      find('seal_missing', `seal ${scope.newestSeal.number}`, 'it was the newest one of this bundle');
    const names = scope.organizations.map(({ id, name }) => `${name} (${id})`).join(', ');
    note('scope', 'part of the trail', `events of ${names}; of all others, only hashes`);
  }

  // Returns whether a former key no longer seals: once its follower has sealed, or after the hand-over.
  function isRetired(body, sealers) {
    for (let id = body.keyId; followers.has(id); id = followers.get(id).follower)
      if (sealers.has(followers.get(id).follower) || body.sealedAt > followers.get(id).at) return true;
    return false;
  }

  function isSigned(body, text, signature) {
    const key = keys.get(body.keyId);
    const bytes = Buffer.concat([SIGNED, Buffer.from(text)]);
    return key && verifySignature(null, bytes, key, Buffer.from(String(signature), 'base64'));
  }

  // Only the owner of the key can declare a head lost: without this check anybody could claim a restore.
  function noteRestore({ lostHead, lostHeadProof }) {
    const bytes = Buffer.concat([SIGNED, Buffer.from(`system.restore\n${lostHead}`)]);
    const proof = Buffer.from(String(lostHeadProof ?? ''), 'base64');
    if ([...keys.values()].some((key) => verifySignature(null, bytes, key, proof))) restores.add(lostHead);
  }

  async function checkSeals() {
    let previous = { number: 0, head: null };
    const sealers = new Set();
    for await (const { line, value } of lines(file('seals.jsonl'))) {
      checked.seals += 1;
      const body = readBody(value.body);
      if (!body) {
        find('seal_changed', `seal on line ${line}`, 'not a seal of a known version and algorithm');
        continue;
      }
      const name = `seal ${body.number}`;
      const head = hex(sha256(HEAD, value.body));
      const ids = Array.isArray(value.events) ? value.events : [];
      const expect = (holds, detail) => holds || find('seal_changed', name, detail);
      expect(value.head === head, 'its head is not the hash of its text');
      expect(value.keyId === body.keyId, 'it names another key than was signed');
      if (!isSigned(body, value.body, value.signature)) {
        find('seal_signature', name, 'it is not signed with a key that is believed here');
      } else if (isRetired(body, sealers)) find('seal_signature', name, 'its key had been retired');
      sealers.add(body.keyId);
      const next = previous.number + 1;
      if (body.number !== next) find('seal_missing', `seal ${next}`, `missing before ${name}`);
      else expect(body.previous === previous.head, 'it does not follow from the seal before it');
      const begins = BigInt(body.from) === (ends.get(body.system) ?? 0n);
      expect(begins, 'its range does not begin where the one before it ended');
      ends.set(body.system, BigInt(body.to));
      const digests = String(value.leaves).match(/[0-9a-f]{64}/g) ?? [];
      const leaves = digests.map((leaf) => Buffer.from(leaf, 'hex'));
      const complete = ids.length === body.count && leaves.length === body.count;
      expect(complete, 'its list of events does not have the signed length');
      expect(!complete || hex(merkleRoot(leaves)) === body.root, 'its leaves do not give the signed root');
      for (const [place, id] of ids.entries()) {
        if (id === null) {
          onlyHashes += 1;
          continue;
        }
        keptEvents += 1;
        kept.update(`${id}\n`);
        expect(!places.has(id), `event ${id} is sealed twice`);
        places.set(id, { body, place, leaf: leaves[place] });
      }
      seals.push({ body, head, ids });
      previous = { number: body.number, head };
    }
  }

  // Reads the statements of sealed events about other events and about the seals; the events themselves are checked after that.
  async function readStatements() {
    for await (const { value } of lines(file('events.jsonl'))) {
      const header = parse(value.header);
      const content = parse(value.payload ?? value.residual);
      if (!places.has(value.id) || !header || !content) continue;
      if (header.kind === 'command' && header.action === 'system.restore') noteRestore(content.facts ?? {});
      if (header.kind !== 'redaction') continue;
      const listed = Object.entries(content.events ?? {});
      for (const [id, hash] of listed) redacted.set(Number(id), hash);
      const ids = listed.map(([id]) => id).join(', ');
      note('redaction', `event ${header.id}`, `about ${header.subject}, ${when(header.at)}: events ${ids}`);
    }
  }

  async function checkEvents() {
    const met = new Set();
    const last = new Map(); // seal number -> place of the event before it
    let unsealed = 0;
    for await (const { line, value } of lines(file('events.jsonl'))) {
      checked.events += 1;
      const header = parse(value.header);
      if (!header || header.v !== 1 || !XID.test(value.xid)) {
        find('event_changed', `event on line ${line}`, 'its header is not one of a known version');
        continue;
      }
      const name = `event ${value.id}`;
      const payloadHash = checkContent(name, header, value);
      const place = places.get(value.id);
      const inTail = BigInt(value.xid) >= (ends.get(value.system) ?? 0n);
      if (!place && inTail) unsealed += 1;
      else if (!place) find('event_inserted', name, 'added later: no seal of its time contains it');
      else if (met.has(value.id)) find('event_inserted', name, 'it is here twice');
      else checkPlace(name, header, sha256(LEAF, sha256(value.header), payloadHash), place, last);
      met.add(value.id);
    }
    for (const { body, ids } of seals) {
      const gone = `missing: seal ${body.number} contains it`;
      for (const id of ids) if (id !== null && !met.has(id)) find('event_missing', `event ${id}`, gone);
    }
    if (unsealed > 0) note('unsealed', 'newest events', `${unsealed} events were not sealed yet`);
  }

  // Describes an event by its header, which the seal covers, because its number alone does not help a reader.
  const about = ({ action, type, object, at }) => {
    const what = [action, type, object].filter((part) => part !== null && part !== undefined);
    return `: ${what.join(' ')}, ${when(at)}`;
  };

  // Checks the header against the line, and the payload against its hash; returns the hash for the leaf.
  function checkContent(name, header, value) {
    if (header.id !== value.id || header.xid !== value.xid || header.system !== value.system) {
      find('event_columns_changed', name, 'under another number, transaction or system than sealed');
    }
    const hash = Buffer.from(HEX64.test(value.payloadHash) ? value.payloadHash : '', 'hex');
    if (typeof value.payload === 'string') {
      const salt = Buffer.from(String(value.salt ?? ''), 'hex');
      const intact = salt.length > 0 && sha256(salt, value.payload).equals(hash);
      if (!intact)
        find('event_payload_changed', name, `its content was changed after it was recorded${about(header)}`);
    } else if (!redacted.has(value.id)) {
      find('event_payload_removed', name, 'its payload is gone and no sealed redaction says so');
    } else if (hex(sha256(String(value.residual))) !== redacted.get(value.id)) {
      find('event_payload_changed', name, 'what is left of it is not what its redaction left');
    }
    return hash;
  }

  function checkPlace(name, header, leaf, { body, place, leaf: sealed }, last) {
    const xid = BigInt(XID.test(header.xid) ? header.xid : 0);
    const inRange = header.system === body.system && xid >= BigInt(body.from) && xid < BigInt(body.to);
    if (!inRange) find('event_changed', name, `its transaction is not in the range of seal ${body.number}`);
    // The list of leaves gives the signed root, or was found: an event that has its leaf is the one that was sealed.
    if (!sealed || !leaf.equals(sealed))
      find('event_changed', name, `its who, when or what is not as in seal ${body.number}`);
    const before = last.get(body.number) ?? -1;
    if (place < before) find('events_reordered', name, `at another place than in seal ${body.number}`);
    last.set(body.number, Math.max(place, before));
  }

  async function checkAnchors() {
    const heads = new Map(seals.map(({ head, body }) => [head, body.number]));
    const anchored = new Set();
    let lastAnchored = 0;
    for await (const { line, value } of lines(file('anchors.jsonl'))) {
      checked.anchors += 1;
      const body = readBody(value.body);
      const genuine = body && hex(sha256(HEAD, value.body)) === value.head;
      if (!genuine || !isSigned(body, value.body, value.signature)) {
        find('anchor_changed', `anchor on line ${line}`, 'not a head that was signed with a believed key');
      } else if (heads.has(value.head)) {
        anchored.add(value.head);
        lastAnchored = Math.max(lastAnchored, body.number);
      } else reportLost(body.number);
    }
    const written = seals.reduce((most, { body }) => Math.max(most, body.anchored ?? 0), lastAnchored);
    if (checked.anchors === 0 && written > 0)
      find('anchor_missing', 'anchors', `the heads are missing that seals up to ${written} were written to`);
    else if (checked.anchors === 0) note('no_anchors', 'anchors', 'no heads from outside to compare with');
    for (const [head, number] of heads) {
      if (anchored.has(head) || checked.anchors === 0) continue;
      if (number > written) note('unanchored', `seal ${number}`, 'not yet written outside the database');
      else find('anchor_changed', `seal ${number}`, 'its head is missing from the anchors');
    }
  }

  function reportLost(number) {
    // A restore loses the events after the last seal that it kept, and none before it.
    const next = seals.find(
      ({ body }) => body.lost !== null && body.number <= number && body.lost.number >= number,
    );
    if (next && restores.has(next.body.lost.head)) {
      note('restored', `seal ${number}`, `lost by a recorded restore; seal ${next.body.number} continues`);
    } else find('seal_missing', `seal ${number}`, 'written outside the database, and missing here');
  }

  // Without a believed key, every seal would be a finding, and none would say why.
  function isOtherKey() {
    if (onlyKey === undefined || keys.size > 0) return false;
    find(
      'other_key',
      `key ${onlyKey}`,
      'none of the keys in this bundle is the one that you named, and none followed it',
    );
    return true;
  }

  const missing = FILES.filter((name) => !existsSync(file(name)));
  for (const name of missing) find('bundle_incomplete', name, 'the file is missing');
  if (missing.length === 0) {
    await readKeys();
    if (!isOtherKey()) {
      readScope();
      await checkSeals();
      checkScope();
      for (const step of [readStatements, checkEvents, checkAnchors]) await step();
      if (checked.seals === 0) find('bundle_incomplete', 'seals', 'there is none, so nothing is proven');
    }
  }
  const last = seals.at(-1);
  const newestSeal = last
    ? { number: last.body.number, sealedAt: last.body.sealedAt, head: last.head }
    : null;
  return {
    clean: findings.length === 0,
    findings,
    notices,
    checked,
    newestSeal,
    keys: [...keys.keys()],
    scope,
  };
}

/** Returns the id of a key, given as its fingerprint in any grouping, or as the key itself in base64. */
export function keyIdOf(given) {
  const digits = given.replace(/[\s:-]/g, '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(digits) ? digits : hex(sha256(Buffer.from(given, 'base64'))).slice(0, 32);
}

class NotValid extends Error {}

const expect = (holds, why) => {
  if (!holds) throw new NotValid(why);
};

const instantOf = (value, what) => {
  const at =
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
      ? Date.parse(value)
      : NaN;
  expect(!Number.isNaN(at), `${what} has no readable time`);
  return at;
};

function hasOnly(value, names, what) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  expect(isObject && Object.keys(value).join() === names, `${what} is not in the form of this version`);
}

// The bytes of base64 that is written in its one regular way: other spellings of the same bytes count as changed.
function bytesOf(text, what) {
  const bytes = Buffer.from(String(text), 'base64');
  expect(bytes.length > 0 && bytes.toString('base64') === text, `${what} is not in base64`);
  return bytes;
}

const isSignedWith = (key, prefix, text, signature) =>
  verifySignature(null, Buffer.concat([prefix, Buffer.from(text)]), key, signature);

// Reads a signed record: a line of kind and version, then a line per field, whose length precedes its value.
function readRecord(text) {
  expect(typeof text === 'string', 'a record is not a text');
  const bytes = Buffer.from(text);
  const head = /^traintrail\/([a-zA-Z]+)\/([0-9]+)\n/.exec(text);
  expect(head, 'a record is not in a known form');
  const fields = {};
  for (let at = Buffer.byteLength(head[0]); at < bytes.length;) {
    const start = /^([a-zA-Z]+)=(?:n|([sd])([0-9]{1,9}):)/.exec(bytes.toString('latin1', at, at + 80));
    expect(start && !(start[1] in fields), 'a record cannot be read');
    at += start[0].length;
    const value = start[2] ? bytes.toString('utf8', at, (at += Number(start[3]))) : null;
    fields[start[1]] = start[2] === 'd' ? Number(value) : value;
    expect(bytes[at] === 10, 'a record cannot be read');
    at += 1;
  }
  return { kind: head[1], text, hash: hex(sha256(text)), fields };
}

// Reads the keys, the newest first. Each key and the next one in the list have signed together that the first replaced the
// second.
function readProofKeys(listed) {
  expect(Array.isArray(listed) && listed.length > 0, 'it has no public key');
  const keys = listed.map((value, index) => {
    const isLast = index === listed.length - 1;
    hasOnly(value, isLast ? 'publicKey' : 'publicKey,handOver,given,taken', 'a public key');
    const der = bytesOf(value.publicKey, 'a public key');
    let key;
    try {
      key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    } catch {
      throw new NotValid('a public key cannot be read');
    }
    expect(key.asymmetricKeyType === 'ed25519', 'a public key is not an Ed25519 key');
    return { id: hex(sha256(der)).slice(0, 32), key, value, end: Infinity };
  });
  for (const [index, { id, key, value }] of keys.slice(0, -1).entries()) {
    const former = keys[index + 1];
    const said = parse(value.handOver);
    const speaksOfBoth = said?.to === value.publicKey && said.from === former.value.publicKey;
    expect(speaksOfBoth, `key ${id} was not handed over by the key listed after it`);
    const [given, taken] = [value.given, value.taken].map((signature) => bytesOf(signature, 'a hand-over'));
    const isSigned =
      isSignedWith(former.key, HANDED, value.handOver, given) &&
      isSignedWith(key, HANDED, value.handOver, taken);
    expect(isSigned, `the hand-over to key ${id} is not signed by both keys`);
    former.end = instantOf(said.at, 'a hand-over');
  }
  return keys;
}

function findKey(keys, id, what) {
  const found = keys.find((key) => key.id === id);
  expect(
    found,
    `${what} is signed with key ${String(id)}, which was not handed over to this installation's key`,
  );
  return found;
}

// Checks a seal of the audit trail that covers a signature: the event with which it was stored is a leaf of the sealed tree.
function checkProofSeal(
  { payload, salt, headerHash, path: steps, body: text, keyId, signature },
  covered,
  keys,
) {
  const stored = parse(payload)?.after;
  expect(stored?.signature === covered, 'a seal covers another signature');
  const isReadable = HEX64.test(headerHash) && /^([0-9a-f]{2})+$/.test(salt) && Array.isArray(steps);
  expect(isReadable, 'a seal cannot be read');
  let node = sha256(LEAF, Buffer.from(headerHash, 'hex'), sha256(Buffer.from(salt, 'hex'), payload));
  for (const step of steps) {
    expect(HEX64.test(step?.hash), 'a seal cannot be read');
    const other = Buffer.from(step.hash, 'hex');
    node = step.side === 'left' ? sha256(NODE, other, node) : sha256(NODE, node, other);
  }
  const body = readBody(text);
  expect(body && body.root === hex(node), 'a seal does not cover the signature');
  expect(body.keyId === keyId, 'a seal names another key than was signed');
  const key = findKey(keys, keyId, 'a seal');
  const isSigned = isSignedWith(key.key, SIGNED, text, bytesOf(signature, 'a seal'));
  expect(isSigned, 'the signature of a seal does not fit it');
  return { number: body.number, sealedAt: body.sealedAt, head: hex(sha256(HEAD, text)) };
}

// Checks a signature of the installation: over the hash of one of the records, with its time.
function checkPublicSignature(value, records, keys) {
  hasOnly(value, 'statement,keyId,signature,seal', 'a signature');
  const { kind, fields } = readRecord(value.statement);
  expect(kind === 'publicStatement', 'a signature is not over a statement');
  const record = records.find(({ hash }) => hash === fields.textHash);
  expect(record, 'a signature is of another record');
  const key = findKey(keys, value.keyId, 'a record');
  const isSigned = isSignedWith(key.key, PUBLIC, value.statement, bytesOf(value.signature, 'a signature'));
  expect(isSigned, 'a signature does not fit its record');
  const inTime = instantOf(fields.madeAt, 'a signature') <= key.end;
  expect(inTime, `a signature was made with key ${key.id} after that key was retired`);
  const seal = value.seal === null ? null : checkProofSeal(value.seal, value.signature, keys);
  return { record, madeAt: fields.madeAt, afterwards: fields.occasion === 'afterwards', keyId: key.id, seal };
}

// Every record is signed itself, or a signed record names its hash.
function checkCovered(records, signed) {
  const hashes = new Set(signed.map(({ record }) => record.hash));
  for (let before = -1; before < hashes.size;) {
    before = hashes.size;
    for (const { fields } of records.filter(({ hash }) => hashes.has(hash)))
      for (const hash of [fields.recordHash, fields.signatureHash]) if (hash) hashes.add(hash);
  }
  const isCovered = records.every(({ hash }) => hashes.has(hash));
  expect(isCovered, 'a record in it is not covered by a signature');
  const isThere = (wanted) => records.some(({ hash }) => hash === wanted);
  for (const { kind, fields } of records)
    expect(kind !== 'signature' || isThere(fields.recordHash), 'a signature is of a record not in it');
}

// Returns the canonical spelling of a proof; undefined if it is nested more deeply than any proof.
function spelled(proof) {
  try {
    return `${JSON.stringify(proof, null, 2)}\n`;
  } catch {
    return undefined;
  }
}

const MEMBERS = 'format,madeAt,name,status,records,signatures,keys,keyId,signature';

/** Checks a proof file, its bytes or its text; returns { valid, reason, facts }. `onlyKey` is the trusted fingerprint or public key. */
export function verifyProof(file, onlyKey) {
  try {
    const text = file.toString();
    expect(Buffer.from(file).equals(Buffer.from(text)), 'the file was changed: it is not in UTF-8');
    const proof = parse(text);
    expect(proof && text === spelled(proof), 'the file was changed, or is not a proof');
    hasOnly(proof, MEMBERS, 'the file');
    const { keyId, signature, ...said } = proof;
    expect(said.format === 'traintrail-proof-1', 'the file is of an unknown version');
    const keys = readProofKeys(said.keys);
    expect(keyId === keys[0].id, 'the file is not signed with the newest key in it');
    const whole = isSignedWith(
      keys[0].key,
      PROOF,
      JSON.stringify(said, null, 2),
      bytesOf(signature, 'the signature of the file'),
    );
    expect(whole, 'the file was changed after the installation made it');
    const trusted = keys.findIndex(({ id }) => onlyKey === undefined || id === keyIdOf(onlyKey));
    expect(
      trusted >= 0,
      `it is signed by another installation: key ${keyId} is not the key that you named, and did not follow it`,
    );
    expect(Array.isArray(said.records) && Array.isArray(said.signatures), 'the file has no records');
    const records = said.records.map(readRecord);
    const signatures = said.signatures.map((value) => checkPublicSignature(value, records, keys));
    expect(signatures.length > 0, 'no record in it is signed');
    checkCovered(records, signatures);
    const { madeAt, name, status } = said;
    return {
      valid: true,
      reason: null,
      facts: { madeAt, name, status, keyId, trustedKeyId: keys[trusted].id, records, signatures },
    };
  } catch (error) {
    if (error instanceof NotValid) return { valid: false, reason: error.message, facts: null };
    throw error;
  }
}

// Facts that a person compares come first; the rest of a record is for those who check its form.
const FIRST_FIELDS = [
  'signerName',
  'moduleTitle',
  'versionNumber',
  'completedAt',
  'signedAt',
  'timeZone',
  'meaning',
];

function printRecord({ kind, fields }) {
  console.log(kind);
  const rank = ([name]) => FIRST_FIELDS.indexOf(name) + 1 || FIRST_FIELDS.length + 1;
  const sorted = Object.entries(fields).sort((one, other) => rank(one) - rank(other));
  for (const [name, value] of sorted)
    if (value !== null) console.log(`  ${name}: ${when(value, shownZone ?? fields.timeZone)}`);
}

const DAY = 86_400_000;

// A record that was entered later is not a fault, but a reader should know when it was entered.
function printGap({ fields }, madeAt) {
  const said = Date.parse(fields.signedAt ?? fields.completedAt ?? '');
  const days = Math.floor((Date.parse(madeAt) - said) / DAY);
  if (days >= 1) console.log(`  This is ${days} days after the time in the record.`);
}

const WHOSE_KEY =
  'Whose key that is, no file can say: compare it with the one that the installation shows, then give it with --key.';

function printProof({ valid, reason, facts }, onlyKey) {
  if (!valid) return console.log(`NOT VALID: ${shown(reason)}.`);
  for (const record of facts.records) printRecord(record);
  for (const { record, madeAt, afterwards, keyId, seal } of facts.signatures) {
    const occasion = afterwards
      ? 'after the record, when the installation learned to sign'
      : 'with the record';
    console.log(`The ${record.kind} was signed with key ${keyId} at ${when(madeAt)}, ${occasion}.`);
    printGap(record, madeAt);
    if (seal)
      console.log(
        `Recorded in seal ${seal.number} of the audit trail at ${when(seal.sealedAt)}; head ${seal.head}.`,
      );
  }
  if (facts.name !== null) console.log(`Name of the person at ${when(facts.madeAt)}: ${shown(facts.name)}.`);
  if (facts.status !== null)
    console.log(`Status of the certificate at ${when(facts.madeAt)}: ${shown(facts.status)}.`);
  if (facts.trustedKeyId !== facts.keyId)
    console.log(`Key ${facts.keyId} follows the key that you named; both signed the hand-over.`);
  if (onlyKey !== undefined) console.log('VALID');
  else console.log(`Unchanged since key ${facts.keyId} signed it. ${WHOSE_KEY}`);
}

function printBundle(report, onlyKey) {
  const print = (word, { kind, object, detail }) =>
    console.log(`${word}  ${shown(object)}: ${shown(detail)} (${kind})`);
  for (const notice of report.notices) print('note   ', notice);
  for (const finding of report.findings) print('FINDING', finding);
  const { events, seals, anchors } = report.checked;
  console.log(`${events} events, ${seals} seals, ${anchors} anchors; keys: ${report.keys.join(', ')}`);
  if (report.newestSeal) {
    const { number, sealedAt, head } = report.newestSeal;
    console.log(`Newest seal: ${number}, ${when(sealedAt)}, head ${head}`);
  }
  const found = report.findings.length;
  if (found > 0) console.log(`NOT VALID: ${found} ${found === 1 ? 'finding' : 'findings'}`);
  else if (onlyKey !== undefined) console.log('VALID');
  else console.log(`Unchanged since it was sealed with the newest key in the bundle. ${WHOSE_KEY}`);
}

const USAGE = `Name what to check: node verify.mjs FILE_OR_FOLDER --key FINGERPRINT [--zone ZONE] [--json]
ZONE is a time zone such as Europe/Berlin: times are then shown in it too.
FILE_OR_FOLDER is a proof file (.json), or the folder of an unpacked bundle.`;

// The key may be given in its groups of four, and without quotes.
function readArguments() {
  const { values, positionals } = parseArgs({
    options: {
      key: { type: 'string' },
      zone: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    // A mistyped option is refused: without its key, any file would be checked against itself.
    allowPositionals: true,
  });
  const isGroup = (text) => values.key !== undefined && /^[0-9a-f]{4}$/i.test(text) && !existsSync(text);
  const targets = positionals.filter((text) => !isGroup(text));
  const key = values.key && [values.key, ...positionals.filter(isGroup)].join('');
  const digits = String(key).replace(/[\s:-]/g, '');
  if (key !== undefined && /^[0-9a-f]+$/i.test(digits) && digits.length !== 32)
    throw new Error(`a fingerprint has 32 characters, the one that you gave has ${digits.length}`);
  if (targets.length > 1) throw new Error(`one folder or file at a time, not ${targets.length}`);
  if (values.zone !== undefined && values.zone !== 'UTC' && inZone(new Date(), values.zone) === undefined)
    throw new Error(`${values.zone} is not a time zone`);
  shownZone = values.zone;
  return { named: targets[0], onlyKey: key, asJson: values.json, asksHelp: values.help };
}

// A file that is not a proof at all must not be reported as a changed proof.
function readProof(target) {
  const bytes = readFileSync(target);
  if (bytes.subarray(0, 2).toString('latin1') === 'PK')
    throw new Error('this is a ZIP file: unpack it, and name its folder');
  if (bytes.subarray(0, 4).toString('latin1') === '%PDF')
    throw new Error('this is a PDF: download the proof file of the record, and name that');
  return bytes;
}

async function main() {
  const { named, onlyKey, asJson, asksHelp } = readArguments();
  const target = named ?? path.dirname(fileURLToPath(import.meta.url));
  if (asksHelp || (named === undefined && !FILES.some((file) => existsSync(path.join(target, file))))) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  if (!existsSync(target)) throw new Error(`there is no file or folder ${target}`);
  if (statSync(target).isFile()) {
    const report = verifyProof(readProof(target), onlyKey);
    if (asJson) console.log(JSON.stringify(report, null, 2));
    else printProof(report, onlyKey);
    process.exitCode = !report.valid ? 1 : onlyKey === undefined ? 2 : 0;
    return;
  }
  const report = await verifyBundle(target, onlyKey === undefined ? undefined : keyIdOf(onlyKey));
  if (asJson) console.log(JSON.stringify(report, null, 2));
  else printBundle(report, onlyKey);
  process.exitCode = !report.clean ? 1 : onlyKey === undefined ? 2 : 0;
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    console.error(`cannot be checked: ${shown(error.message)}`);
    process.exitCode = 2;
  });
}
