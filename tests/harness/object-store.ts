/** An S3 store on this machine that keeps every version and shows what it was asked. */
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';
import type { ObjectStoreConfig } from '#server/platform/config/head-destinations.ts';
import { temporaryFolder } from './processes.ts';

/** A request as the store got it. */
export interface StoreRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

interface Version {
  readonly key: string;
  readonly versionId: string;
  readonly body: Buffer;
}

/** A bucket whose objects have versions and object lock, or none of both. */
export interface ObjectStore {
  readonly config: ObjectStoreConfig;
  readonly requests: StoreRequest[];
  /** Answers this status to everything from now on; null ends it. */
  refuse(status: number | null): void;
  /** Lists the same page again and again, or lists an object that never ends; null ends it. */
  lie(how: 'endless-list' | 'endless-object' | null): void;
  /** What holds the keys of the store does: a delete marker hides the object, its versions stay. */
  hide(key: string): Promise<void>;
  /** Keys that a plain list shows. */
  keys(): readonly string[];
  readonly close: () => Promise<void>;
}

const bucket = 'trail-heads';
const region = 'eu-central-1';
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

/** Starts s3rver; with `versions` what it lacks is added before it: lists of versions, and the state of object lock. */
export async function startObjectStore({ versions = true } = {}): Promise<ObjectStore> {
  const { dir, remove } = temporaryFolder();
  const store = new S3rver({
    port: 0,
    address: '127.0.0.1',
    directory: dir,
    silent: true,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await store.run();
  const requests: StoreRequest[] = [];
  const kept: Version[] = [];
  const visible = new Set<string>();
  let refused: number | null = null;
  let lie: 'endless-list' | 'endless-object' | null = null;

  const forward = (request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> =>
    new Promise((resolve, reject) => {
      const { method, url, headers } = request;
      const onward = http.request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response).on('finish', resolve).on('error', reject);
      });
      onward.on('error', reject).end(body);
    });

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '/', headers } = request;
    const body = await readBody(request);
    const { pathname, searchParams } = new URL(url, 'http://store');
    requests.push({ method, path: url, headers });
    const xml = (text: string, status = 200): void =>
      void response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<?xml version="1.0"?>${text}`);
    if (refused !== null)
      return xml('<Error><Code>AccessDenied</Code><Message>No.</Message></Error>', refused);
    if (lie !== null && searchParams.has('versions'))
      return xml(
        `<ListVersionsResult><IsTruncated>${String(lie === 'endless-list')}</IsTruncated><NextKeyMarker>k</NextKeyMarker><Version><Key>${searchParams.get('prefix') ?? ''}lie.json</Key><VersionId>lie</VersionId></Version></ListVersionsResult>`,
      );
    if (lie !== null && method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      };
      more();
      if (lie === 'endless-object') response.on('drain', more);
      else response.end();
      return;
    }
    const key = decodeURIComponent(pathname.slice(bucket.length + 2));
    if (versions && searchParams.has('versions')) {
      const listed = kept.filter((version) => version.key.startsWith(searchParams.get('prefix') ?? ''));
      // Pages of two, so that every reader has to turn them.
      const from = Number(searchParams.get('version-id-marker') ?? 0);
      const page = listed.slice(from, from + 2);
      const more = from + 2 < listed.length;
      const items = page.map(
        (one) => `<Version><Key>${one.key}</Key><VersionId>${one.versionId}</VersionId></Version>`,
      );
      const next = more
        ? `<NextKeyMarker>k</NextKeyMarker><NextVersionIdMarker>${from + 2}</NextVersionIdMarker>`
        : '';
      return xml(
        `<ListVersionsResult><IsTruncated>${String(more)}</IsTruncated>${next}${items.join('')}</ListVersionsResult>`,
      );
    }
    if (versions && searchParams.has('object-lock'))
      return xml(
        '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>',
      );
    const version = kept.find(({ versionId }) => versionId === searchParams.get('versionId'));
    if (method === 'GET' && version) return void response.writeHead(200).end(version.body);
    if (method === 'PUT' && key !== '') {
      kept.push({ key, versionId: `v${kept.length + 1}`, body });
      visible.add(key);
    }
    if (method === 'DELETE') visible.delete(key);
    return forward(request, body, response);
  };
  const proxy = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${address.port}`;
  return {
    config: {
      bucket,
      region,
      endpoint,
      prefix: 'quality/',
      credentials,
      lock: { mode: 'COMPLIANCE', days: 3650 },
    },
    requests,
    refuse: (status) => {
      refused = status;
    },
    lie: (how) => {
      lie = how;
    },
    async hide(key) {
      const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials });
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
      client.destroy();
    },
    keys: () => [...visible],
    async close() {
      proxy.closeAllConnections();
      await new Promise<void>((resolve) => proxy.close(() => resolve()));
      await store.close();
      remove();
    },
  };
}
