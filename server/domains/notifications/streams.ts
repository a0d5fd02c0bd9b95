import type { Writable } from 'node:stream';
import { AppError } from '#shared/contract/errors.ts';
import { activeSessions } from '#server/domains/accounts/index.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { SelfWriting } from '#server/platform/http/context.ts';
import type { Services } from '#server/platform/services.ts';
import { bellChannel } from './notifications.store.ts';

/** How many streams one person may open on one server: pages share one, so that ordinary use needs fewer. */
export const streamsPerPerson = 10;

/** Between two signs of life, in milliseconds: shorter than the patience of common proxies. */
const heartbeat = 15_000;

/** How many bytes may be pending for a reader who does not accept them. */
const longestDirectWait = 16_384;

interface Stream {
  readonly userId: string;
  readonly sid: string;
  readonly sink: Writable;
  readonly end: () => void;
}

/** The open streams of one server (NOT-01 'pushed at once', OPS-03). No stream holds a database connection. */
interface Hub {
  readonly streams: Set<Stream>;
  readonly close: () => void;
}

const hubs = new WeakMap<Services, Hub>();

function hubOf(services: Services): Hub {
  const known = hubs.get(services);
  if (known) return known;
  const streams = new Set<Stream>();
  const stopListening = services.listener.subscribe(bellChannel, (payload) => {
    const told = new Set(payload.split(','));
    for (const stream of streams) if (told.has(stream.userId)) say(stream, 'event: changed\ndata: {}\n\n');
  });
  const timer = setInterval(() => {
    sweepStreams(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'sessions of open streams not read'),
    );
  }, heartbeat);
  timer.unref();
  const close = () => {
    clearInterval(timer);
    stopListening();
    for (const { end } of streams) end();
  };
  const hub = { streams, close };
  hubs.set(services, hub);
  return hub;
}

/** Writes to a stream; a reader who accepts no data any more is disconnected. */
function say(stream: Stream, text: string): void {
  stream.sink.write(text);
  if (stream.sink.writableLength > longestDirectWait) stream.end();
}

/**
 * Ends the streams whose sessions have ended, and sends a sign of life on the others. It takes one statement for all streams of
 * the server.
 */
export async function sweepStreams(services: Services): Promise<void> {
  const hub = hubs.get(services);
  if (!hub || hub.streams.size === 0) return;
  const living = await activeSessions(services.db, [...new Set([...hub.streams].map(({ sid }) => sid))]);
  for (const stream of hub.streams) {
    if (living.has(stream.sid)) say(stream, ': alive\n\n');
    else stream.end();
  }
}

/** Ends every stream of a server that stops; the pages connect to another one. */
export function closeStreams(services: Services): void {
  hubs.get(services)?.close();
  hubs.delete(services);
}

/**
 * Returns the body of a stream of Server-Sent Events for a person (NOT-01): an event announces that the bell has changed, the
 * page then reads the list. It ends with the session. TOO_MANY_ATTEMPTS if the person has too many.
 */
export function openStream(services: Services, actor: Pick<Actor, 'id' | 'session'>): SelfWriting {
  const { streams } = hubOf(services);
  const held = [...streams].filter(({ userId }) => userId === actor.id).length;
  if (held >= streamsPerPerson) {
    throw new AppError('TOO_MANY_ATTEMPTS');
  }
  return (sink) =>
    new Promise((resolve) => {
      const end = () => {
        streams.delete(stream);
        resolve();
      };
      const stream: Stream = { userId: actor.id, sid: actor.session.sid, sink, end };
      streams.add(stream);
      sink.once('close', end);
      // Notifications from before the stream was open are read at once.
      say(stream, 'retry: 5000\nevent: changed\ndata: {}\n\n');
    });
}
