import type pg from 'pg';
import type { Logger } from 'pino';
import { listenerName } from '#server/platform/postgres/connections.ts';
import { clientWithTimeout } from '#server/platform/postgres/client-with-timeout.ts';
import type { Listener } from '#server/platform/jobs/listener.ts';

const channelForm = /^[a-z_]{1,60}$/;
const longestWait = 10_000;
/** The interval at which an idle connection is probed, and the time for its response. */
const heartbeat = 20_000;
const longestDirectWait = 10_000;
const PatientClient = clientWithTimeout(longestDirectWait);

/**
 * Keeps one connection for LISTEN and opens it again after an outage; subscribers must treat a message as a hint to read the
 * database, because messages sent during an outage are lost.
 */
export function createListener(config: pg.ClientConfig, log: Logger): Listener {
  const callbacks = new Map<string, Set<(payload: string) => void>>();
  let client: pg.Client | null = null;
  let stopped = false;
  let wait = 250;
  let timer: NodeJS.Timeout | undefined;

  const again = () => {
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, wait);
    timer.unref();
    wait = Math.min(wait * 2, longestWait);
  };

  const connect = async (): Promise<void> => {
    const fresh = new PatientClient({
      ...config,
      application_name: listenerName,
      keepAlive: true,
      connectionTimeoutMillis: longestDirectWait,
    });
    let beats: NodeJS.Timeout | undefined;
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      clearInterval(beats);
      if (client === fresh) client = null;
      again();
    };
    fresh.on('error', (error) => {
      log.warn({ err: error }, 'listener lost its connection');
      end();
    });
    fresh.on('end', end);
    fresh.on('notification', ({ channel, payload }) => {
      for (const callback of callbacks.get(channel) ?? []) callback(payload ?? '');
    });
    try {
      await fresh.connect();
      for (const channel of callbacks.keys()) await fresh.query(`listen ${channel}`);
      client = fresh;
      wait = 250;
      // A server that vanished without a word shows in the answer that does not come: the connection ends then.
      beats = setInterval(() => void fresh.query('select 1').catch(end), heartbeat);
      beats.unref();
      if (stopped) await fresh.end();
    } catch (error) {
      log.warn({ err: error }, 'listener cannot connect');
      end();
    }
  };
  const connecting = connect();

  return {
    subscribe: (channel, onMessage) => {
      if (!channelForm.test(channel)) throw new Error(`not a channel name: ${channel}`);
      let set = callbacks.get(channel);
      if (!set) {
        set = new Set();
        callbacks.set(channel, set);
        void connecting.then(() => client?.query(`listen ${channel}`)).catch(() => again());
      }
      set.add(onMessage);
      return () => {
        callbacks.get(channel)?.delete(onMessage);
      };
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await connecting;
      await client?.end();
    },
  };
}
