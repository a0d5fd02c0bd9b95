import fs from 'node:fs';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { anchorFile, type HeadDestination } from '#server/domains/audit/index.ts';
import { folderDestination } from '#server/domains/audit/destinations/folder.ts';
import { objectStoreDestination } from '#server/domains/audit/destinations/object-store.ts';
import { timeStampDestination, timeStampFile } from '#server/domains/audit/destinations/time-stamps.ts';
import { sealingKeyOf } from '#server/domains/audit/sealing-key.ts';
import { signingKeyFrom } from '#server/platform/crypto/signing-key.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import { startObjectStore } from '#tests/harness/object-store.ts';
import { startTimeStampServer } from '#tests/harness/time-stamp-server.ts';
import { tamper, type TrailWorld } from '#tests/harness/trail-world.ts';
import type { Attack } from './attack.ts';

/** Something that leaves no record: only the trail knows it. */
async function sealOneMore(world: TrailWorld, { db }: TestDatabase): Promise<void> {
  await sql`select audit.record_access('test.read', 'users', 'u_1', '{}')`.execute(db);
  await world.seal();
}

/** The newest seal and its events are cut off, and its line in the data folder: the installation looks as it did before. */
async function cutOffNewest(world: TrailWorld, { admin }: TestDatabase): Promise<string> {
  const { rows } = await admin.query<{ number: string }>('select max(number) as number from audit.seals');
  const number = String(rows[0]?.number);
  await tamper(
    admin,
    `delete from audit.events where id = any ((select event_ids from audit.seals where number = ${number})::bigint[])`,
    `delete from audit.seals where number = ${number}`,
  );
  const file = anchorFile(world.dataDir);
  fs.writeFileSync(file, `${fs.readFileSync(file, 'utf8').trimEnd().split('\n').slice(0, -1).join('\n')}\n`);
  return number;
}

/** Sends the newest seals to a destination, two of them with a seal after each that says so. */
async function sendTwo(
  world: TrailWorld,
  database: TestDatabase,
  destination: HeadDestination,
): Promise<number> {
  world.destinations.push(destination);
  await world.send();
  await sealOneMore(world, database);
  await world.send();
  await sealOneMore(world, database);
  const { rows } = await database.admin.query<{ number: string }>(
    'select max(number) - 1 as number from audit.seals',
  );
  return Number(rows[0]?.number);
}

const secondFolder = (world: TrailWorld): string => {
  const folder = path.join(world.dataDir, 'second');
  fs.mkdirSync(folder, { recursive: true });
  return folder;
};

/** The one file of the second folder with its lines. */
function linesOf(world: TrailWorld): { readonly file: string; readonly lines: readonly string[] } {
  const folder = secondFolder(world);
  const file = path.join(folder, fs.readdirSync(folder)[0] ?? '');
  return { file, lines: fs.readFileSync(file, 'utf8').trimEnd().split('\n') };
}

const nameOf = ({ kind, place }: HeadDestination): string => `${kind} ${place}`;

/** Heads in places outside the installation. */
export const copiesAttacks: readonly Attack[] = [
  {
    title: 'the newest seal is cut off in the database and in the data folder; a second folder has it',
    act: async (world, database) => {
      world.destinations.push(folderDestination(secondFolder(world)));
      await sealOneMore(world, database);
      await world.send();
      return [`seal_missing seal ${await cutOffNewest(world, database)}`];
    },
  },
  {
    title: 'the newest seal is cut off there, and hidden by a delete marker in a bucket with object lock',
    act: async (world, database) => {
      const store = await startObjectStore();
      world.closes.push(store.close);
      world.destinations.push(objectStoreDestination(store.config));
      await sealOneMore(world, database);
      await world.send();
      const number = await cutOffNewest(world, database);
      for (const key of store.keys()) await store.hide(key);
      return [`seal_missing seal ${number}`];
    },
  },
  {
    title: 'the newest seal is cut off there; a time stamp of it is left',
    act: async (world, database) => {
      const server = await startTimeStampServer();
      world.closes.push(server.close);
      world.destinations.push(
        timeStampDestination({ url: server.url, trusted: [server.root] }, world.dataDir),
      );
      await sealOneMore(world, database);
      await world.send();
      return [`seal_missing seal ${await cutOffNewest(world, database)}`];
    },
  },
  {
    title: 'the second folder is emptied',
    act: async (world, database) => {
      const destination = folderDestination(secondFolder(world));
      await sendTwo(world, database, destination);
      fs.rmSync(linesOf(world).file);
      return [`anchor_missing ${nameOf(destination)}`];
    },
  },
  {
    title: 'a line is cut out of the second folder',
    act: async (world, database) => {
      const last = await sendTwo(world, database, folderDestination(secondFolder(world)));
      const { file, lines } = linesOf(world);
      fs.writeFileSync(file, `${lines.slice(0, -1).join('\n')}\n`);
      return [`anchor_missing seal ${last}`];
    },
  },
  {
    title: 'a line of the second folder is signed with another key',
    act: async (world, database) => {
      const destination = folderDestination(secondFolder(world));
      await sendTwo(world, database, destination);
      const { file, lines } = linesOf(world);
      const last = JSON.parse(lines.at(-1) ?? '{}') as { body: string };
      const signature = sealingKeyOf(signingKeyFrom(randomBytes(32)))
        .sign(last.body)
        .toString('base64');
      fs.appendFileSync(file, `${JSON.stringify({ ...last, signature })}\n`);
      return [`anchor_changed ${nameOf(destination)} line ${lines.length + 1}`];
    },
  },
  {
    title: 'the last line of the second folder is damaged',
    act: async (world, database) => {
      const destination = folderDestination(secondFolder(world));
      const last = await sendTwo(world, database, destination);
      const { file, lines } = linesOf(world);
      fs.writeFileSync(file, `${lines.join('\n').slice(0, -40)}\n`);
      return [`anchor_changed ${nameOf(destination)} line ${lines.length}`, `anchor_missing seal ${last}`];
    },
  },
  {
    title: 'the second folder is taken out of the configuration',
    act: async (world, database) => {
      const destination = folderDestination(secondFolder(world));
      await sendTwo(world, database, destination);
      world.destinations.length = 0;
      return [`anchor_missing ${nameOf(destination)}`];
    },
  },
  {
    title: 'the database says that a head was sent which never was',
    act: async (world, database) => {
      const last = await sendTwo(world, database, folderDestination(secondFolder(world)));
      await tamper(
        database.admin,
        `update head_destinations set sent_number = s.number, sent_head = s.head from audit.seals s where s.number = ${last + 1}`,
      );
      await sealOneMore(world, database);
      return [`anchor_missing seal ${last + 1}`];
    },
  },
  {
    title: 'the objects of the bucket are gone',
    act: async (world, database) => {
      const store = await startObjectStore();
      const other = await startObjectStore();
      world.closes.push(store.close, other.close);
      const destination = objectStoreDestination(store.config);
      await sendTwo(world, database, destination);
      // The same place with nothing in it.
      const { read } = objectStoreDestination({ ...other.config });
      world.destinations.splice(0, 1, { ...destination, ...(read && { read }) });
      return [`anchor_missing ${nameOf(destination)}`];
    },
  },
  {
    title: 'the time stamps are taken away',
    act: async (world, database) => {
      const server = await startTimeStampServer();
      world.closes.push(server.close);
      const destination = timeStampDestination({ url: server.url, trusted: [server.root] }, world.dataDir);
      await sendTwo(world, database, destination);
      fs.rmSync(timeStampFile(world.dataDir));
      return [`anchor_missing ${nameOf(destination)}`];
    },
  },
  {
    title: 'a time stamp is replaced by one of another server',
    act: async (world, database) => {
      const [server, foreign] = [await startTimeStampServer(), await startTimeStampServer()];
      world.closes.push(server.close, foreign.close);
      const ours = timeStampDestination({ url: server.url, trusted: [server.root] }, world.dataDir);
      const last = await sendTwo(world, database, ours);
      const file = timeStampFile(world.dataDir);
      const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
      const elsewhere = path.join(world.dataDir, 'foreign');
      const theirs = timeStampDestination({ url: foreign.url, trusted: [foreign.root] }, elsewhere);
      const { token: _token, ...anchor } = JSON.parse(lines.at(-1) ?? '{}') as Record<string, string>;
      await theirs.send(
        { anchor } as unknown as Parameters<HeadDestination['send']>[0],
        undefined as never,
        AbortSignal.timeout(30_000),
      );
      const forged = fs.readFileSync(timeStampFile(elsewhere), 'utf8').trimEnd();
      fs.writeFileSync(file, `${[...lines.slice(0, -1), forged].join('\n')}\n`);
      return [`anchor_changed ${nameOf(ours)} line ${lines.length}`, `anchor_missing seal ${last}`];
    },
  },
];
