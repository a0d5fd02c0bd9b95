/** A PostgreSQL of a test's own, which can go away and come back at the same address. */
import fs from 'node:fs';
import net, { type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { migrateToLatest } from '#server/db/migrate.ts';
import { defaultAppRole } from '#server/db/permissions.ts';
import { startEmbedded, type Embedded } from '#server/platform/postgres/embedded.ts';
import { connectionUrl } from '#server/platform/postgres/url.ts';
import { withConnection } from '#tests/harness/with-connection.ts';
import { prepareInstallation } from './prepared-installation.ts';
import { postmasterOf } from './processes.ts';

/** A migrated cluster; its addresses stay the same over every start. */
export interface OwnCluster {
  /** For the application's role. */
  readonly url: string;
  readonly adminUrl: string;
  /** Stops the server cleanly. */
  readonly stop: () => Promise<void>;
  /** kill -9 of the server, which cannot say good-bye to anybody. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

const appPassword = 'of this test';

/** Makes and starts a cluster below the folder; whoever called stops it in the end. */
export async function ownCluster(dir: string): Promise<OwnCluster> {
  // Every start has a socket folder of its own; the link is the address that stays.
  const host = path.join(dir, 'socket');
  const dataDir = path.join(dir, 'cluster');
  let running: Embedded | undefined;
  const start = async (): Promise<void> => {
    running = await startEmbedded({ dataDir });
    fs.rmSync(host, { force: true });
    fs.symlinkSync(running.socketDir, host);
  };
  const stop = async (): Promise<void> => {
    await running?.stop();
    running = undefined;
  };
  const prepared = path.join(dir, 'prepared');
  await prepareInstallation(prepared);
  fs.renameSync(path.join(prepared, 'postgres'), dataDir);
  await start();
  const adminUrl = connectionUrl({ host, port: 5432, user: 'postgres', database: 'traintrail' });
  try {
    await migrateToLatest(adminUrl, { name: defaultAppRole, password: appPassword });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: withConnection(adminUrl, { user: defaultAppRole, password: appPassword }),
    adminUrl,
    start,
    stop,
    kill: async () => {
      process.kill(postmasterOf(dataDir), 'SIGKILL');
      await running?.exited;
      await stop();
    },
  };
}

/** A TCP address in front of a cluster, where the network can fail. */
export interface Wire {
  readonly url: string;
  /** Resets every connection, as a router does that forgot them. */
  readonly cut: () => void;
  /** From now on nothing goes through, and nobody is told; `false` ends it, with every connection. */
  readonly silence: (silent: boolean) => void;
  readonly close: () => Promise<void>;
}

/** Leads TCP connections to the socket of a cluster. */
export async function wireTo(cluster: OwnCluster): Promise<Wire> {
  const socketFolder = new URL(cluster.adminUrl).searchParams.get('host') ?? '';
  const pairs = new Set<readonly [Socket, Socket]>();
  let silent = false;
  const server = net.createServer((near) => {
    const far = net.connect(path.join(socketFolder, '.s.PGSQL.5432'));
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('error', () => undefined);
      from.on('data', (chunk: Buffer) => {
        if (!silent) to.write(chunk);
      });
      from.on('close', () => {
        pairs.delete(pair);
        if (!silent) to.destroy();
      });
    }
  });
  const cut = (): void => {
    for (const [near, far] of pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
  };
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = connectionUrl({
    host: '127.0.0.1',
    port,
    user: defaultAppRole,
    password: appPassword,
    database: 'traintrail',
  });
  return {
    url,
    cut,
    silence: (value) => {
      silent = value;
      if (!silent) cut();
    },
    close: async () => {
      silent = false;
      cut();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
