import http from 'node:http';
import https from 'node:https';
import { problemOf, type DeliveryProblem } from '#shared/domain/webhooks/delivery.ts';
import { publicLookup, RefusedAddress } from '#server/platform/outbound/public-address.ts';
import { responseOf } from '#server/platform/outbound/response-of.ts';
import type { Services } from '#server/platform/services.ts';
import { isAllowedByName, maySendTo } from './address.ts';
import type { SignedHeaders } from './sign-delivery.ts';

/** The result of an attempt. */
export interface Attempt {
  /** The status of the answer; null: there was none. */
  readonly code: number | null;
  readonly milliseconds: number;
  /** Null: the receiver took it. */
  readonly problem: DeliveryProblem | null;
}

/** Connections to one receiver, which several deliveries use one after the other. */
export interface Way {
  send(headers: SignedHeaders, body: string, signal?: AbortSignal): Promise<Attempt>;
  close(): void;
}

/** Opens the way to an address. It follows no redirect, reads no answer, and connects to checked addresses only (OPS-06). */
export function openWay({ config, version }: Services, address: string): Way {
  const url = new URL(address);
  const transport = url.protocol === 'http:' ? http : https;
  const agent = new transport.Agent({ keepAlive: true, maxSockets: sentAtOnce });
  // Checked at each connection, so that a name cannot lead elsewhere after it was entered.
  const lookup = isAllowedByName(config, url) ? {} : { lookup: publicLookup };
  const request = async (headers: SignedHeaders, body: string, signal: AbortSignal): Promise<number> => {
    const sent = transport.request(url, {
      method: 'POST',
      agent,
      signal,
      ...lookup,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': `TrainTrail/${version}`,
      },
    });
    const response = await responseOf(sent, body);
    skipBody(response);
    return response.statusCode ?? 0;
  };
  return {
    async send(headers, body, stopping) {
      const begun = performance.now();
      const ended = (code: number | null, problem: DeliveryProblem | null): Attempt => ({
        code,
        milliseconds: Math.round(performance.now() - begun),
        problem,
      });
      if (!maySendTo(config, url)) return ended(null, 'refused_address');
      const patience = AbortSignal.timeout(config.webhookPatience);
      try {
        const code = await request(
          headers,
          body,
          stopping ? AbortSignal.any([patience, stopping]) : patience,
        );
        return ended(code, problemOf(code));
      } catch (error) {
        if (stopping?.aborted === true) throw error;
        if (patience.aborted) return ended(null, 'timeout');
        return ended(null, error instanceof RefusedAddress ? 'refused_address' : 'unreachable');
      }
    },
    close: () => agent.destroy(),
  };
}

/** How many deliveries are in progress to one receiver at a time. */
export const sentAtOnce = 8;

/** The largest answer after which a receiver's connection is used again; a longer answer ends it. */
const shortAnswer = 4096;

function skipBody(response: http.IncomingMessage): void {
  let size = 0;
  response.on('error', () => response.destroy());
  response.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > shortAnswer) response.destroy();
  });
}
