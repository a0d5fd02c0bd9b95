import type { Readable } from 'node:stream';
import type * as sdkModule from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import type { ObjectStoreConfig } from '#server/platform/config/head-destinations.ts';
import { parseAnchor } from '../anchors.ts';
import { DestinationWarning, type HeadDestination, type StoredHead } from './destination.ts';

const day = 86_400_000;
const reachMs = 10_000;
/** More than any head has. */
const mostBytes = 65_536;
/** The name contains the head of an object, so that a million of them can be compared without fetching them. */
const objectName = /^(\d{12})-([\da-f]{64})\.json$/;

/** An object of the bucket, in one of its versions. */
interface StoredObject {
  readonly key: string;
  readonly versionId?: string | undefined;
}

/** Objects in an S3 bucket, with a retention that nobody can shorten where the bucket has object lock (AUD-02). */
export function objectStoreDestination(config: ObjectStoreConfig): HeadDestination {
  const { bucket: Bucket, prefix, lock } = config;
  const folderOf = (installation: string): string => `${prefix}${installation}/`;
  return {
    kind: 'object_store',
    place: `${config.endpoint === undefined ? '' : `${new URL(config.endpoint).host}/`}${Bucket}/${prefix}`,
    send: (head, _services, abortSignal) =>
      withClient(config, async (client, { PutObjectCommand }) => {
        const name = `${String(head.number).padStart(12, '0')}-${head.anchor.head}.json`;
        const command = new PutObjectCommand({
          Bucket,
          Key: folderOf(head.installation) + name,
          Body: `${JSON.stringify(head.anchor)}\n`,
          ContentType: 'application/json',
          ...(lock && {
            ObjectLockMode: lock.mode,
            ObjectLockRetainUntilDate: new Date(Date.now() + lock.days * day),
          }),
        });
        await client.send(command, { abortSignal });
      }),
    async *read({ installation, isKnown }): AsyncGenerator<StoredHead> {
      const folder = folderOf(installation);
      const sdk = await import('@aws-sdk/client-s3');
      const client = new sdk.S3Client(clientOptions(config));
      try {
        for await (const { key, versionId } of listObjects(client, Bucket, folder)) {
          const where = versionId === undefined ? key : `${key} version ${versionId}`;
          const head = objectName.exec(key.slice(folder.length))?.[2];
          if (head !== undefined && isKnown(head)) {
            yield { where, head };
            continue;
          }
          const object = await client.send(
            new sdk.GetObjectCommand({ Bucket, Key: key, VersionId: versionId }),
          );
          yield { where, anchor: parseAnchor(await readBounded(object.Body as Readable | undefined)) };
        }
      } catch (error) {
        // A bucket that does not exist has no heads; any other error is thrown.
        if (!(error instanceof sdk.S3ServiceException && error.name === 'NoSuchBucket')) throw error;
      } finally {
        client.destroy();
      }
    },
    probe: () =>
      withClient(config, async (client, { ListObjectsV2Command, GetObjectLockConfigurationCommand }) => {
        await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }));
        if (!lock)
          throw new DestinationWarning(
            'answers; heads are put without object lock and could be deleted (ANCHOR_S3_LOCK)',
          );
        const { ObjectLockConfiguration } = await client.send(
          new GetObjectLockConfigurationCommand({ Bucket }),
        );
        if (ObjectLockConfiguration?.ObjectLockEnabled !== 'Enabled')
          throw new Error('the bucket has no object lock: create one that has, or set ANCHOR_S3_LOCK=off');
        return `answers, object lock is on (${lock.mode.toLowerCase()}, ${String(lock.days)} days)`;
      }),
  };
}

type Sdk = typeof sdkModule;

const clientOptions = ({ region, endpoint, credentials }: ObjectStoreConfig) => ({
  region,
  maxAttempts: 3,
  requestHandler: { connectionTimeout: reachMs, requestTimeout: 3 * reachMs },
  // Stores other than AWS use the path, not a host name per bucket.
  ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
  ...(credentials && { credentials }),
});

/** The SDK is loaded only where a bucket is configured. */
async function withClient<T>(
  config: ObjectStoreConfig,
  work: (client: S3Client, sdk: Sdk) => Promise<T>,
): Promise<T> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client(clientOptions(config));
  try {
    return await work(client, sdk);
  } finally {
    client.destroy();
  }
}

/** Returns the text of an object; nothing for one that is longer than any head, which is not read to its end. */
async function readBounded(body: Readable | undefined): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece as Buffer);
    size += (piece as Buffer).length;
    if (size > mostBytes) return '';
  }
  return Buffer.concat(pieces).toString('utf8');
}

/**
 * Yields every version of every object: objects that were hidden by a delete marker or overwritten still exist under object lock.
 * A store without versions is listed directly.
 */
async function* listObjects(client: S3Client, Bucket: string, Prefix: string): AsyncGenerator<StoredObject> {
  const { ListObjectVersionsCommand, paginateListObjectsV2, S3ServiceException } =
    await import('@aws-sdk/client-s3');
  try {
    let from: { readonly KeyMarker?: string | undefined; readonly VersionIdMarker?: string | undefined } = {};
    for (;;) {
      const page = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix, ...from }));
      for (const { Key, VersionId } of page.Versions ?? [])
        if (Key !== undefined) yield { key: Key, versionId: VersionId === 'null' ? undefined : VersionId };
      if (page.IsTruncated !== true) return;
      const next = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
      // A store that always returns the same page must not block `verify` forever.
      if (next.KeyMarker === from.KeyMarker && next.VersionIdMarker === from.VersionIdMarker)
        throw new Error('its list of versions does not go on');
      from = next;
    }
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status !== 405 && status !== 501) throw error;
  }
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
    for (const { Key } of Contents) if (Key !== undefined) yield { key: Key };
}
