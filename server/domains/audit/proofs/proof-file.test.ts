import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicStatementText } from '#shared/domain/signatures/public-statement.ts';
import { readCertificateStatements } from '#server/domains/certificates/index.ts';
import { textOfSignature } from '#server/domains/signatures/index.ts';
import { keyFor, sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';
import { installationSigningKey, signingKeyFrom } from '#server/platform/crypto/signing-key.ts';
import { openGenerations, readGenerations } from '#server/platform/installation/key-generations.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createTrailWorld, type TrailWorld } from '#tests/harness/trail-world.ts';
import { verifierFile } from '../export-bundle.ts';
import { signHandOver } from '../hand-over.ts';
import { sealingKeyOf } from '../sealing-key.ts';
import { createProof } from './create-proof.ts';

interface ProofFile {
  name: string | null;
  records: string[];
  signatures: { statement: string; keyId: string; signature: string; seal: Record<string, unknown> | null }[];
  keys: { publicKey: string; handOver?: string; given?: string; taken?: string }[];
  keyId?: string;
  signature?: string;
  [other: string]: unknown;
}

interface Verdict {
  readonly valid: boolean;
  readonly reason: string | null;
  readonly facts: { readonly signatures: readonly { readonly seal: unknown }[] } | null;
}

const run = promisify(execFile);
const { verifyProof } = (await import(pathToFileURL(verifierFile).href)) as {
  verifyProof: (file: string | Buffer, key?: string) => Verdict;
};

const foreign = randomBytes(32);
let database: TestDatabase;
let world: TrailWorld;
/** The proof of the first completion, and the key that it is checked with. */
let proof: string;
let fingerprint: string;
/** The same once the secret was rotated. */
let later: string;
let laterFingerprint: string;
let former: KeySource;

async function prove(place: number): Promise<string> {
  const { secretKey } = world.keys;
  const { formerSecrets } = openGenerations({ secretKey }, await readGenerations(database.db));
  const [statement] = await readCertificateStatements(database.db, [world.records[place] ?? 0]);
  if (!statement) throw new Error('no certificate');
  return createProof(
    {
      db: database.db,
      config: { secretKey, formerSecrets },
      clock: { now: () => new Date() },
    } as unknown as Parameters<typeof createProof>[0],
    {
      name: 'First1 Last1',
      status: 'valid',
      type: 'certificates',
      signed: [statement],
      covered: [statement.recordText, ...(statement.signature ? [textOfSignature(statement.signature)] : [])],
    },
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createTrailWorld(database);
  proof = await prove(0);
  fingerprint = installationSigningKey(world.keys).id;
  former = await world.rotate();
  later = await prove(0);
  laterFingerprint = installationSigningKey(world.keys).id;
});
afterAll(async () => {
  await world.cleanUp();
  await database.drop();
});

const read = (text: string): ProofFile => JSON.parse(text) as ProofFile;

/** Changes what a proof says and signs it as a whole again: with the key of today, or another one. */
function forge(
  text: string,
  change: (file: ProofFile) => void,
  keys: KeySource | Buffer = world.keys,
): string {
  const file = read(text);
  delete file.keyId;
  delete file.signature;
  change(file);
  const key = Buffer.isBuffer(keys) ? signingKeyFrom(keys) : installationSigningKey(keys);
  const signature = key
    .sign(Buffer.from('traintrail-proof-1\n'), JSON.stringify(file, null, 2))
    .toString('base64');
  return `${JSON.stringify({ ...file, keyId: key.id, signature }, null, 2)}\n`;
}

test('[SIG-04] [LRN-05] a proof is checked offline with the fingerprint or the key alone, and says what it proves', async () => {
  const file = path.join(world.dataDir, 'proof.json');
  fs.writeFileSync(file, proof);
  const { stdout } = await run(process.execPath, [verifierFile, file, '--key', fingerprint], {
    env: {},
    cwd: '/',
  });
  for (const text of ['First1 Last1', 'TT-2026-', 'I have read and understood it', 'seal 1', 'VALID'])
    expect(stdout).toContain(text);
  const grouped = (fingerprint.match(/.{4}/g) ?? []).join(' ').toUpperCase();
  expect(verifyProof(proof, grouped)).toMatchObject({ valid: true });
  expect(verifyProof(proof, installationSigningKey(former).publicKey)).toMatchObject({ valid: true });
  expect(verifyProof(proof, fingerprint).facts?.signatures[0]?.seal).toMatchObject({ number: 1 });
});

test('[SIG-04] without a key the checker says whose it cannot say, and does not call the file valid', async () => {
  const file = path.join(world.dataDir, 'proof.json');
  fs.writeFileSync(file, proof);
  const failed = await run(process.execPath, [verifierFile, file]).catch(
    (error: unknown) => error as { code: number; stdout: string },
  );
  expect(failed).toMatchObject({ code: 2 });
  expect(failed.stdout).toContain(fingerprint);
  expect(failed.stdout).not.toContain('VALID');
});

/** Changes each byte of a part of a proof in turn; answers the places at which it stayed valid. */
function survivors(text: string, key: string, from = 0): number[] {
  const bytes = Buffer.from(text);
  const places = Array.from({ length: bytes.length - from }, (_, index) => from + index);
  return places.filter((at) => {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return verifyProof(changed.toString('utf8'), key).valid;
  });
}

test('[SIG-04] the checker alone in a folder says how to call it, and reports no findings', async () => {
  const failed: unknown = await run(process.execPath, [verifierFile], { env: {}, cwd: '/' }).catch(
    (error: unknown) => error,
  );
  expect(failed).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('node verify.mjs FILE_OR_FOLDER') as string,
  });
});

const called = (...args: readonly string[]) =>
  run(process.execPath, [verifierFile, ...args], { env: {}, cwd: world.dataDir }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );

test('[SIG-04] what is no proof is not called changed: the checker says what it is, and what to name instead', async () => {
  fs.writeFileSync(path.join(world.dataDir, 'bundle.zip'), 'PK\u0003\u0004rest');
  fs.writeFileSync(path.join(world.dataDir, 'certificate.pdf'), '%PDF-1.7 rest');
  const refusals = [
    [['bundle.zip'], 'this is a ZIP file: unpack it'],
    [['certificate.pdf'], 'this is a PDF: download the proof file'],
    [['none.json'], 'there is no file or folder none.json'],
    [['none.json', '--key', 'd2a4'], 'a fingerprint has 32 characters, the one that you gave has 4'],
  ] as const;
  for (const [args, said] of refusals)
    expect(await called(...args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(said) as string,
    });
  expect(await called('--help')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('node verify.mjs'),
  });
});

test('[SIG-04] the fingerprint may be typed in its groups, without quotes', async () => {
  fs.writeFileSync(path.join(world.dataDir, 'proof.json'), proof);
  const groups = fingerprint.match(/.{4}/g) ?? [];
  expect(await called('proof.json', '--key', ...groups)).toMatchObject({ code: 0 });
  expect(await called('proof.json', '--key', ...groups.toReversed())).toMatchObject({ code: 1 });
});

test('[SIG-04] no byte of a proof can be changed', () => {
  expect(survivors(proof, fingerprint)).toEqual([]);
  expect(survivors(later, laterFingerprint, later.indexOf('"keys"'))).toEqual([]);
  for (const changed of [
    later.slice(0, -1),
    `${later} `,
    later.replace('"name"', '"name": "Other",\n  "name"'),
  ])
    expect(verifyProof(changed, laterFingerprint).valid).toBe(false);
});

test('[SIG-04] bytes that are no UTF-8 count as a change, and a file of any depth gets a verdict', () => {
  const named = forge(proof, (file) => {
    file.name = '\ufffd';
  });
  const key = laterFingerprint;
  const bytes = Buffer.from(named);
  const at = bytes.indexOf('\ufffd');
  const other = Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at + 3)]);
  expect(other.toString()).toBe(named);
  expect(verifyProof(other, key)).toMatchObject({ valid: false, reason: expect.stringContaining('UTF-8') });
  const deep = `{"format":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`;
  expect(verifyProof(deep, key)).toMatchObject({ valid: false });
});

test('[SIG-04] what a file of somebody else says cannot write a verdict of its own to the screen', async () => {
  const file = path.join(world.dataDir, 'spoof.json');
  const spoof = forge(
    proof,
    (said) => {
      said.name = 'A\nVALID\n\u001b[8m\u202e';
      said.records = [];
      said.keys = [{ publicKey: signingKeyFrom(foreign).publicKey }];
      const [record = ''] = read(proof).records;
      const statement = publicStatementText({
        textHash: sha256Hex(record),
        madeAt: '2026-01-01T00:00:00.000Z',
        occasion: 'signing',
      });
      said.records = [record];
      said.signatures = [
        {
          statement,
          keyId: signingKeyFrom(foreign).id,
          signature: signingKeyFrom(foreign)
            .sign(Buffer.from('traintrail-public-signature-1\n'), statement)
            .toString('base64'),
          seal: null,
        },
      ];
    },
    foreign,
  );
  fs.writeFileSync(file, spoof);
  const { stdout } = await run(process.execPath, [verifierFile, file]).catch(
    (error: unknown) => error as { stdout: string },
  );
  expect(stdout).toContain(String.raw`UTC: A\u{a}VALID\u{a}\u{1b}[8m\u{202e}`);
  expect(stdout.split('\n')).not.toContain('VALID');
});

test('[SIG-04] the same bytes of a signature in another spelling count as a change', () => {
  const { signature = '' } = read(proof);
  const last = signature.at(-3) ?? '';
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const spelled = `${signature.slice(0, -3)}${alphabet[alphabet.indexOf(last) + 1] ?? ''}==`;
  expect(Buffer.from(spelled, 'base64')).toEqual(Buffer.from(signature, 'base64'));
  expect(verifyProof(proof.replace(signature, spelled), fingerprint).valid).toBe(false);
});

test('[SIG-04] [OPS-09] after a rotation both keys check both proofs that they can', () => {
  expect(verifyProof(later, laterFingerprint)).toMatchObject({ valid: true });
  // The paper of before has the former fingerprint.
  expect(verifyProof(later, fingerprint)).toMatchObject({ valid: true });
  expect(verifyProof(proof, laterFingerprint)).toMatchObject({
    valid: false,
    reason: expect.stringContaining('not the key that you named'),
  });
});

const retired = '2020-01-01T00:00:00.000Z';

/** Lists a foreign key as one that followed the key of the installation. */
function follow(file: ProofFile, givenBy: Buffer): void {
  const [to, from] = [sealingKeyOf(signingKeyFrom(foreign)), sealingKeyOf(signingKeyFrom(givenBy))];
  const facts = { installation: '00000000-0000-4000-8000-000000000000', number: 3, at: retired };
  const { handOver, givenSignature, takenSignature } = signHandOver(
    { ...from, publicKey: file.keys[0]?.publicKey ?? '' },
    to,
    facts,
  );
  file.keys.unshift({
    publicKey: to.publicKey,
    handOver: handOver ?? '',
    given: givenSignature ?? '',
    taken: takenSignature ?? '',
  });
}

const attacks: readonly (readonly [string, string, () => string | Promise<string>])[] = [
  ['another key signs the file', 'newest key', () => forge(later, () => undefined, foreign)],
  [
    'another key signs everything',
    'not the key that you named',
    () =>
      forge(
        later,
        (file) => {
          file.keys = [{ publicKey: signingKeyFrom(foreign).publicKey }];
        },
        foreign,
      ),
  ],
  [
    'a key follows that was not handed over',
    'not signed by both keys',
    () => forge(later, (file) => follow(file, foreign), foreign),
  ],
  [
    'a key follows without a hand-over',
    'not in the form',
    () =>
      forge(later, (file) => file.keys.unshift({ publicKey: signingKeyFrom(foreign).publicKey }), foreign),
  ],
  [
    'the signature of another record is put beside it',
    'does not fit its record',
    async () => {
      const other = read(await prove(1)).signatures[0];
      return forge(later, (file) => Object.assign(file.signatures[0] ?? {}, { signature: other?.signature }));
    },
  ],
  [
    'the whole signature of another record is put beside it',
    'of another record',
    async () => {
      const other = read(await prove(1)).signatures;
      return forge(later, (file) => {
        file.signatures = other;
      });
    },
  ],
  [
    'a completion is changed',
    'not covered',
    () =>
      forge(later, (file) => {
        file.records = file.records.map((text) => text.replace('score=d2:90', 'score=d2:99'));
        // The certificate stays what was signed.
        file.records[0] = read(later).records[0] ?? '';
      }),
  ],
  [
    'a record is added that nobody signed',
    'not covered',
    () => forge(later, (file) => file.records.push('traintrail/cv/1\nnumber=d1:1\n')),
  ],
  [
    'the completion of another person is put beside a signature',
    'not covered',
    async () => {
      const other = read(await prove(1)).records[1] ?? '';
      return forge(later, (file) => {
        file.records[1] = other;
      });
    },
  ],
  [
    'the completion that was signed is left out',
    'a record not in it',
    () =>
      forge(later, (file) => {
        file.records.splice(1, 1);
      }),
  ],
  [
    'a seal that covers another signature',
    'covers another signature',
    async () => {
      const other = read(await prove(1)).signatures[0]?.seal ?? null;
      return forge(later, (file) => Object.assign(file.signatures[0] ?? {}, { seal: other }));
    },
  ],
  [
    'a seal of another root',
    'does not cover',
    () =>
      forge(later, (file) => {
        const seal = file.signatures[0]?.seal ?? {};
        Object.assign(seal, { headerHash: sha256Hex('another event') });
      }),
  ],
  [
    'a former key signs after its end',
    'after that key was retired',
    () =>
      forge(later, (file) => {
        const statement = publicStatementText({
          textHash: sha256Hex(file.records[0] ?? ''),
          madeAt: '2999-01-01T00:00:00.000Z',
          occasion: 'signing',
        });
        const key = installationSigningKey(former);
        const signature = key
          .sign(Buffer.from('traintrail-public-signature-1\n'), statement)
          .toString('base64');
        file.signatures = [{ statement, keyId: key.id, signature, seal: null }];
      }),
  ],
  [
    'a seal of the trail is given out as a signature',
    'does not fit its record',
    () =>
      forge(later, (file) => {
        const [one] = file.signatures;
        if (one)
          one.signature = sealingKeyOf(signingKeyFrom(keyFor(former, 'audit-seal')))
            .sign(one.statement)
            .toString('base64');
      }),
  ],
];

test.each(attacks)('[SIG-04] [AUD-02] %s: not valid, because %s', async (_title, reason, attack) => {
  const verdict = verifyProof(await attack(), laterFingerprint);
  expect(verdict).toMatchObject({ valid: false, reason: expect.stringContaining(reason) });
});

test('[SIG-04] a key of another kind is refused in words', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const file = forge(proof, (said) => {
    said.keys = [{ publicKey: spki.toString('base64') }];
  });
  expect(verifyProof(file).reason).toContain('not an Ed25519 key');
});
