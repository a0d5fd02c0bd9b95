import crypto from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { postgresPrograms } from './binaries.ts';
import { clusterExists, createCluster, privateDirectory } from './cluster.ts';
import { removeStaleLock, serverOf } from './leftovers.ts';
import { claim, DataDirInUseError, runningOwner, readOwner, refuseIfOwned, release } from './owner.ts';
import { sizingFor, sizingSettings, smallestSizing, thisMachine, type Sizing } from './sizing.ts';
import { isRoot, runAs, type RunAs } from './unprivileged.ts';
import { runWatched, type Watched } from './watchdog.ts';

/** The options for starting an embedded PostgreSQL. */
export interface EmbeddedOptions {
  /** Folder of the cluster; created if absent. Without it a temporary cluster is created in the temporary folder. */
  readonly dataDir?: string;
  /** The folder for a temporary cluster, if its user can reach it, instead of the system's temporary folder. */
  readonly throwAwayIn?: string | undefined;
  /** Gets every line that PostgreSQL prints. */
  readonly log?: (line: string) => void;
  /** False only for throw-away data: acknowledged writes may be lost in a crash (default true). */
  readonly durable?: boolean;
  /** Also listen on a free loopback port, with a generated password; otherwise the Unix socket is the only way in. */
  readonly tcp?: boolean;
  /** The memory that it uses; derived from this machine unless set. */
  readonly sizing?: Sizing;
}

/** The connection to the cluster as its superuser, in the words of pg.PoolConfig. */
export interface SuperuserConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
}

/** A running embedded PostgreSQL. */
export interface Embedded {
  readonly socketDir: string;
  readonly superuserConnection: SuperuserConnection;
  /** The same over TCP on 127.0.0.1, if requested. */
  readonly tcpConnection?: SuperuserConnection;
  /** Resolves when the server ends, even if nobody stopped it. */
  readonly exited: Promise<{ readonly code: number | null; readonly output: string }>;
  /** Stops the server cleanly; has no effect on one that another process started. */
  readonly stop: () => Promise<void>;
}

const socketPort = 5432;
/** The time that a start waits for a killed predecessor that is still shutting down. */
const patienceMs = 30_000;

const connectionTo = (host: string, port: number, password?: string): SuperuserConnection => ({
  host,
  port,
  user: 'postgres',
  database: 'postgres',
  ...(password === undefined ? {} : { password }),
});

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new Error('no free TCP port on 127.0.0.1');
  return address.port;
}

async function setPassword(connection: SuperuserConnection): Promise<string> {
  const password = crypto.randomBytes(24).toString('base64url');
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query(`alter role postgres password '${password}'`);
  } finally {
    await client.end();
  }
  return password;
}

function settings(durable: boolean, tcpPort: number | undefined, sizing: Sizing): string[] {
  const values = [
    `listen_addresses=${tcpPort === undefined ? '' : '127.0.0.1'}`,
    `port=${tcpPort ?? socketPort}`,
    'unix_socket_permissions=0700',
    'max_connections=200',
    'timezone=UTC',
    'log_timezone=UTC',
    'lc_messages=C',
    ...sizingSettings(sizing),
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  return values.flatMap((value) => ['-c', value]);
}

interface Running {
  readonly server: Watched;
  readonly socketDir: string;
  readonly tcpPort: number | undefined;
}

/** Starts the server, waiting for a killed predecessor's processes to end (STACK: reopening right after kill -9). */
async function run(options: {
  clusterDir: string;
  programs: string;
  who: RunAs;
  durable: boolean;
  tcp: boolean;
  throwAway: boolean;
  sizing: Sizing;
  log: (line: string) => void;
}): Promise<Running> {
  const { clusterDir, who, log } = options;
  let { sizing } = options;
  const deadline = Date.now() + patienceMs;
  let stopped: number | undefined;
  for (;;) {
    const socketDir = privateDirectory('traintrail-pg-', who);
    const tcpPort = options.tcp ? await freePort() : undefined;
    const server = runWatched({
      program: path.join(options.programs, 'postgres'),
      args: ['-D', clusterDir, '-k', socketDir, ...settings(options.durable, tcpPort, sizing)],
      who,
      socketDir,
      rubbish: options.throwAway ? path.dirname(clusterDir) : undefined,
      log,
    });
    if (await server.ready) return { server, socketDir, tcpPort };
    const { output } = await server.exited;
    const held = output.includes('lock file "postmaster.pid" already exists');
    const dying = output.includes('is still in use');
    const refused = output.includes('could not map anonymous shared memory');
    // A temporary cluster was removed with its server.
    if (refused && sizing !== smallestSizing && !options.throwAway) {
      log('this machine does not give the database the memory that it should have; starting with the least');
      sizing = smallestSizing;
      continue;
    }
    const portTaken = options.tcp && output.includes('could not create any TCP/IP sockets');
    if (held) await refuseIfOwned(clusterDir);
    if (Date.now() > deadline || !(held || dying || portTaken)) {
      if (held) throw new DataDirInUseError(`The database in ${clusterDir} is in use by another PostgreSQL.`);
      throw new Error(`PostgreSQL did not start in ${clusterDir}:\n${output.trim()}`);
    }
    if (held && removeStaleLock(clusterDir)) continue;
    // It has no owner, and its watchdog had enough time to stop it: the watchdog must have been killed too.
    const leftOver = held && Date.now() > deadline - patienceMs + 3000 ? serverOf(clusterDir) : undefined;
    if (leftOver !== undefined && leftOver !== stopped) {
      log(`stopping PostgreSQL process ${leftOver}, left behind by a killed TrainTrail`);
      process.kill(leftOver, 'SIGINT');
      stopped = leftOver;
    }
    await delay(200);
  }
}

function refuseForeign(clusterDir: string): void {
  if (isRoot() || !clusterExists(clusterDir)) return;
  const owner = statSync(clusterDir).uid;
  if (owner === process.getuid?.()) return;
  throw new Error(
    `The database in ${clusterDir} belongs to the system user ${owner}. Start TrainTrail as that user or as root, ` +
      'or set DATA_DIR to another folder.',
  );
}

/**
 * Starts PostgreSQL from the npm package, as root or not (OPS-01, STACK §2): with a Unix socket in a folder that only its
 * user may enter, durable unless requested otherwise. It stops within moments after this process ends in any way. Throws
 * DataDirInUseError if another TrainTrail uses the folder.
 */
export async function startEmbedded(options: EmbeddedOptions = {}): Promise<Embedded> {
  const { durable = true, tcp = false, log = () => undefined } = options;
  const throwAway = options.dataDir === undefined;
  const wanted = options.dataDir === undefined ? undefined : path.resolve(options.dataDir);
  if (wanted !== undefined) {
    refuseForeign(wanted);
    await refuseIfOwned(wanted);
  }
  const who = runAs(wanted ?? '/nonexistent');
  const programs = postgresPrograms(who);
  const clusterDir =
    wanted ?? path.join(privateDirectory('traintrail-tmp-', who, options.throwAwayIn), 'postgres');
  if (!clusterExists(clusterDir)) createCluster(clusterDir, programs, who, durable);
  const before = readOwner(clusterDir);
  if (before) rmSync(before.socketDir, { recursive: true, force: true });
  const { server, socketDir, tcpPort } = await run({
    clusterDir,
    programs,
    who,
    durable,
    tcp,
    throwAway,
    sizing: options.sizing ?? sizingFor(thisMachine()),
    log,
  });
  if (!throwAway) claim(clusterDir, socketDir);
  const superuserConnection = connectionTo(socketDir, tcpPort ?? socketPort);
  const stop = async (): Promise<void> => {
    await server.stop();
    if (!throwAway) release(clusterDir);
  };
  if (tcpPort === undefined) return { socketDir, superuserConnection, exited: server.exited, stop };
  const password = await setPassword(superuserConnection);
  const tcpConnection = connectionTo('127.0.0.1', tcpPort, password);
  return { socketDir, superuserConnection, tcpConnection, exited: server.exited, stop };
}

/**
 * For commands in addition to a running server (backup, verify …): uses the PostgreSQL that it started, or starts one if
 * there is none (OPS-04).
 */
export async function attachOrStartEmbedded(
  options: EmbeddedOptions & { dataDir: string },
): Promise<Embedded> {
  const owner = runningOwner(path.resolve(options.dataDir));
  if (!owner) return startEmbedded(options);
  const superuserConnection = connectionTo(owner.socketDir, socketPort);
  const forever = new Promise<never>(() => undefined);
  return { socketDir: owner.socketDir, superuserConnection, exited: forever, stop: async () => undefined };
}
