import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { generateKeyPairSync, sign } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createTrailWorld, inCommand, tamper, type TrailWorld } from '#tests/harness/trail-world.ts';
import { exportBundle } from './export-bundle.ts';
import { headOf, merkleRoot, splitLeaves } from './merkle.ts';
import { proveRestore } from './sealing-key.ts';

const run = promisify(execFile);

interface Report {
  readonly clean: boolean;
  readonly findings: readonly { readonly kind: string; readonly object: string }[];
  readonly notices: readonly { readonly kind: string }[];
  readonly keys: readonly string[];
  readonly checked: Readonly<Record<'events' | 'seals' | 'anchors', number>>;
}

interface Line {
  [key: string]: unknown;
}

let database: TestDatabase;
let world: TrailWorld;
let original: string;
let folder: string;
let copies = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createTrailWorld(database);
  await inCommand(database.db, (tx) =>
    sql`update organizations set description = ${'second\u2028line'} where id = ${world.organizationId}`.execute(
      tx,
    ),
  );
  await world.seal();
  original = path.join(world.dataDir, 'bundle');
  await exportBundle({ db: database.db, dataDir: world.dataDir, keys: world.keys, target: original });
});
afterAll(async () => {
  await world.cleanUp();
  await database.drop();
});
beforeEach(() => {
  copies += 1;
  folder = path.join(world.dataDir, `copy-${copies}`);
  fs.cpSync(original, folder, { recursive: true });
});

/** Runs the exported checker as an inspector would: in its own process, in an empty environment. */
async function check(...args: readonly string[]): Promise<Report> {
  const arguments_ = [path.join(folder, 'verify.mjs'), ...args, '--json'];
  const { stdout } = await run(process.execPath, arguments_, { env: {}, cwd: '/' }).catch(
    (error: unknown) => {
      const failed = error as { code: number; stdout: string };
      if (failed.code !== 1 && failed.stdout === '') throw error;
      return { stdout: failed.stdout };
    },
  );
  return JSON.parse(stdout) as Report;
}

const read = (name: string): Line[] =>
  fs
    .readFileSync(path.join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

const write = (name: string, lines: readonly Line[]): void =>
  fs.writeFileSync(path.join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

const edit = (name: string, change: (lines: Line[]) => Line[] | undefined): void => {
  const lines = read(name);
  write(name, change(lines) ?? lines);
};

const kinds = (report: Report): string[] => [...new Set(report.findings.map(({ kind }) => kind))].toSorted();

test('[AUD-02] an exported trail is clean by its own checker, without the product', async () => {
  const report = await check();
  expect(report).toMatchObject({ clean: true, findings: [], notices: [], keys: [world.sealer.key.id] });
  expect(report.checked.seals).toBeGreaterThanOrEqual(2);
  expect(report.checked.anchors).toBe(report.checked.seals);
  expect(fs.readFileSync(path.join(folder, 'METHOD.txt'), 'utf8')).toContain('RFC 6962');
});

test('[AUD-02] only the key that was asked for is believed', async () => {
  expect(await check('--key', world.sealer.key.id)).toMatchObject({ clean: true });
  expect(kinds(await check('--key', 'f'.repeat(32)))).toEqual(['other_key']);
});

const eventTamperings: readonly (readonly [
  string,
  (lines: Line[]) => Line[] | undefined,
  readonly string[],
])[] = [
  [
    'a header is edited',
    (lines) => {
      const line = lines[5] ?? {};
      line['header'] = String(line['header']).replace('"actor":null', '"actor":"u_x"');
      return lines;
    },
    ['event_changed'],
  ],
  [
    'a payload is edited',
    (lines) => {
      const line = lines[6] ?? {};
      line['payload'] = `${String(line['payload'])} `;
      return lines;
    },
    ['event_payload_changed'],
  ],
  [
    'payload and hash are edited alike',
    (lines) => {
      const line = lines[6] ?? {};
      line['payloadHash'] = '0'.repeat(64);
      return lines;
    },
    ['event_changed', 'event_payload_changed'],
  ],
  ['an event is left out', (lines) => lines.toSpliced(7, 1), ['event_missing']],
  ['an event is doubled', (lines) => lines.toSpliced(7, 0, lines[7] ?? {}), ['event_inserted']],
  [
    'an event is added in the past',
    (lines) => [
      ...lines,
      { ...lines[7], id: 999, header: String(lines[7]?.['header']).replace(/"id":\d+/, '"id":999') },
    ],
    ['event_inserted'],
  ],
  [
    'two events change places',
    (lines) => lines.toSpliced(7, 2, lines[8] ?? {}, lines[7] ?? {}),
    ['events_reordered'],
  ],
  [
    'a payload is taken away',
    (lines) => {
      Object.assign(lines[7] ?? {}, { payload: null, salt: null, residual: '{}' });
      return lines;
    },
    ['event_payload_removed'],
  ],
  [
    'a payload is taken away and a redaction added at the end',
    (lines) => {
      const victim = lines[7] ?? {};
      Object.assign(victim, { payload: null, salt: null, residual: '{}' });
      const header = {
        v: 1,
        system: victim['system'],
        xid: '99999999',
        id: 998,
        kind: 'redaction',
        subject: 'u_x',
      };
      const payload = JSON.stringify({
        events: {
          [String(victim['id'])]: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
        },
      });
      return [
        ...lines,
        {
          id: 998,
          system: victim['system'],
          xid: '99999999',
          header: JSON.stringify(header),
          salt: '00',
          payload,
          payloadHash: '',
        },
      ];
    },
    ['event_payload_changed', 'event_payload_removed'],
  ],
  [
    'an event claims another version',
    (lines) => {
      const line = lines[5] ?? {};
      line['header'] = String(line['header']).replace('"v":1', '"v":0');
      return lines;
    },
    ['event_changed', 'event_missing'],
  ],
];

test.each(eventTamperings)('[AUD-02] found: %s', async (_title, change, expected) => {
  edit('events.jsonl', change);
  const report = await check();
  expect(report.clean).toBe(false);
  expect(kinds(report)).toEqual(expected);
});

/** Re-signs seals with a key of the attacker's and puts that key into the bundle. */
function forge(
  change: (body: Record<string, unknown>, line: Line) => void,
  keyType: 'ed25519' | 'ed448' = 'ed25519',
): void {
  const { publicKey, privateKey } =
    keyType === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ed448');
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  edit('seals.jsonl', (lines) => {
    const line = lines.at(-1) ?? {};
    const body = JSON.parse(String(line['body'])) as Record<string, unknown>;
    change(body, line);
    const text = JSON.stringify(body);
    const signature = sign(null, Buffer.from(`traintrail-seal-signature-1\n${text}`), privateKey).toString(
      'base64',
    );
    Object.assign(line, { body: text, head: headOf(text).toString('hex'), signature, keyId: body['keyId'] });
    return lines;
  });
  edit('public-keys.jsonl', (lines) => [...lines, { keyId: 'whatever', publicKey: spki.toString('base64') }]);
}

const sealTamperings: readonly (readonly [string, () => void, readonly string[]])[] = [
  [
    'a flipped root',
    () =>
      edit('seals.jsonl', (lines) => {
        lines[0]!['body'] = String(lines[0]?.['body']).replace(
          /"root":"(.)/,
          (_, digit: string) => `"root":"${digit === '0' ? '1' : '0'}`,
        );
        return lines;
      }),
    ['anchor_changed', 'seal_changed', 'seal_missing', 'seal_signature'],
  ],
  ['the last seal is left out', () => edit('seals.jsonl', (lines) => lines.slice(0, -1)), ['seal_missing']],
  [
    'the first seal is left out',
    () => edit('seals.jsonl', (lines) => lines.slice(1)),
    ['event_inserted', 'seal_changed', 'seal_missing'],
  ],
  [
    'a signature of another seal',
    () =>
      edit('seals.jsonl', (lines) => {
        lines[0]!['signature'] = lines[1]?.['signature'];
        return lines;
      }),
    ['seal_signature'],
  ],
  [
    'no signature',
    () =>
      edit('seals.jsonl', (lines) => {
        delete lines[0]!['signature'];
        return lines;
      }),
    ['seal_signature'],
  ],
  [
    'a weaker algorithm by name',
    () =>
      forge((body) => {
        body['algorithm'] = 'traintrail-seal-0:md5:none';
      }),
    ['seal_changed', 'seal_missing'],
  ],
  [
    'an older version',
    () =>
      forge((body) => {
        body['v'] = 0;
      }),
    ['seal_changed', 'seal_missing'],
  ],
  [
    'an unknown key in the text',
    () =>
      forge((body) => {
        body['algorithms'] = ['none'];
      }),
    ['seal_changed', 'seal_missing'],
  ],
  ['a key of another kind', () => forge(() => undefined, 'ed448'), ['seal_signature']],
  [
    'a list of leaves that was made to fit the edited event',
    () => {
      edit('seals.jsonl', (lines) => {
        const leaves = Buffer.from(String(lines[0]?.['leaves']), 'hex');
        leaves[3] = (leaves[3] ?? 0) ^ 1;
        lines[0]!['leaves'] = leaves.toString('hex');
        expect(merkleRoot(splitLeaves(leaves))).toHaveLength(32);
        return lines;
      });
    },
    ['event_changed', 'seal_changed'],
  ],
  ['anchors are missing', () => fs.rmSync(path.join(folder, 'anchors.jsonl')), ['bundle_incomplete']],
  [
    'an anchor is edited',
    () =>
      edit('anchors.jsonl', (lines) => {
        lines[0]!['head'] = 'a'.repeat(64);
        return lines;
      }),
    ['anchor_changed'],
  ],
];

test.each(sealTamperings)('[AUD-02] refused: %s', async (_title, change, expected) => {
  change();
  const report = await check();
  expect(report.clean).toBe(false);
  expect(kinds(report)).toEqual(expected);
});

test('[AUD-02] a bundle with nothing in it is not clean, and a mistyped option checks nothing', async () => {
  const answer = (...args: readonly string[]) =>
    run(process.execPath, [path.join(folder, 'verify.mjs'), ...args]).catch(
      (error: unknown) => error as { code: number; stdout: string; stderr: string },
    );
  expect(await answer('--keys', world.sealer.key.id)).toMatchObject({ code: 2 });
  expect(await answer('--key')).toMatchObject({ code: 2 });
  expect(await answer(folder, '--json', folder)).toMatchObject({ code: 2 });
  for (const name of ['events.jsonl', 'seals.jsonl', 'anchors.jsonl']) write(name, []);
  expect(kinds(await check('--key', world.sealer.key.id))).toEqual(['bundle_incomplete']);
  fs.rmSync(path.join(folder, 'events.jsonl'));
  fs.mkdirSync(path.join(folder, 'events.jsonl'));
  expect(await answer()).toMatchObject({ code: 2 });
});

test('[AUD-02] without a key nothing is called valid; a bundle without its end shows an older newest seal', async () => {
  const answer = (...args: readonly string[]) =>
    run(process.execPath, [path.join(folder, 'verify.mjs'), ...args]).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: unknown) => error as { code: number; stdout: string },
    );
  const { stdout, code } = await answer();
  expect(code).toBe(2);
  expect(stdout).not.toContain('VALID');
  const key = ['--key', world.sealer.key.id] as const;
  const whole = await answer(...key);
  expect(whole).toMatchObject({ code: 0, stdout: expect.stringMatching(/\nVALID\n$/) as string });
  const newest = (text: string) => /Newest seal: (\d+)/.exec(text)?.[1];
  const seals = read('seals.jsonl');
  expect(newest(whole.stdout)).toBe(String(seals.length));
  const gone = new Set((seals.at(-1)?.['events'] ?? []) as number[]);
  write('seals.jsonl', seals.slice(0, -1));
  edit('anchors.jsonl', (lines) => lines.slice(0, seals.length - 1));
  edit('events.jsonl', (lines) => lines.filter(({ id }) => !gone.has(Number(id))));
  expect(newest((await answer(...key)).stdout)).toBe(String(seals.length - 1));
});

test('[AUD-02] what a bundle says cannot write a verdict of its own to the screen', async () => {
  const escape = '\u001b[2J\u001b[H';
  edit('events.jsonl', (lines) => {
    lines[0]!['id'] = `1\nVALID\n${escape}\u202e\u2028`;
    return lines;
  });
  const { stdout } = await run(process.execPath, [path.join(folder, 'verify.mjs')]).catch(
    (error: unknown) => error as { stdout: string },
  );
  expect(stdout).toContain(String.raw`1\u{a}VALID\u{a}\u{1b}[2J\u{1b}[H\u{202e}\u{2028}`);
  expect(stdout.split('\n')).not.toContain('VALID');
  expect(stdout).not.toContain(escape);
});

test('[AUD-02] a restore explains what followed the last seal that was kept, and nothing before that', async () => {
  // The key holder writes another history from the second seal on, and claims a restore after it.
  await sql`select audit.record_access('test.read', 'users', 'u_1', '{}')`.execute(database.db);
  await world.seal();
  const { rows } = await database.admin.query<{ number: string; head: string }>(
    `select number, encode(head, 'hex') as head from audit.seals order by number desc limit 1`,
  );
  const [lost] = rows;
  await tamper(
    database.admin,
    `delete from audit.events where id = any ((select event_ids from audit.seals where number = ${lost?.number})::bigint[])`,
    `delete from audit.seals where number = ${lost?.number}`,
  );
  await inCommand(database.db, async () => undefined, {
    action: 'system.restore',
    origin: { lostHead: lost?.head, lostHeadProof: proveRestore(world.sealer.key, lost?.head ?? '') },
  });
  await world.seal();
  fs.rmSync(folder, { recursive: true });
  await exportBundle({ db: database.db, dataDir: world.dataDir, keys: world.keys, target: folder });
  expect(await check()).toMatchObject({ clean: true, notices: [{ kind: 'restored' }] });
  edit('anchors.jsonl', (lines) => {
    const [first] = lines;
    const body = String(first?.['body']).replace(
      /"sealedAt":"[^"]+"/,
      '"sealedAt":"2020-01-01T00:00:00.000Z"',
    );
    const signature = world.sealer.key.sign(body).toString('base64');
    return [...lines, { ...first, body, head: headOf(body).toString('hex'), signature }];
  });
  expect(kinds(await check())).toEqual(['seal_missing']);
});

test('[AUD-02] a trail made anew with the key of an attacker does not pass for the one with the known key', async () => {
  forge((body, line) => {
    const spki = Buffer.from(String(line['leaves']), 'hex');
    expect(spki.length).toBeGreaterThan(0);
    body['sealedAt'] = '2020-01-01T00:00:00.000Z';
  });
  expect(kinds(await check('--key', world.sealer.key.id))).toEqual(['seal_missing', 'seal_signature']);
});
