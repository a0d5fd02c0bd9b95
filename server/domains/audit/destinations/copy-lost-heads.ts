import { sql } from 'kysely';
import type { Services } from '#server/platform/services.ts';
import { appendAnchors, lastAnchor, readGenuine, type Anchor } from '../anchors.ts';
import type { Sealer } from '../commands/seal.ts';
import { destinationName, type HeadDestination } from './destination.ts';

/**
 * After a restore, copies the newest head that a destination has and the restored anchors lack to the anchors. The loss since the
 * backup is then known even if the data folder was lost (F18). A destination that cannot be read is skipped.
 */
export async function copyLostHeads(
  { db, key, formerKeys = [], anchorFile }: Sealer,
  destinations: readonly HeadDestination[],
  log: Services['log'],
): Promise<void> {
  const keys = [key, ...formerKeys];
  const { rows: ids } = await sql<{ id: string }>`select id from installation`.execute(db);
  const { rows: seals } = await sql<{
    head: string;
  }>`select encode(head, 'hex') as head from audit.seals`.execute(db);
  const known = new Set(seals.map(({ head }) => head));
  const local = await lastAnchor(anchorFile, keys);
  let newest: { readonly number: number; readonly anchor: Anchor } | undefined;
  for (const destination of destinations) {
    try {
      const options = { installation: ids[0]?.id ?? '', isKnown: (head: string) => known.has(head) };
      for await (const { anchor } of destination.read?.(options) ?? []) {
        const genuine = anchor && readGenuine(anchor, keys);
        if (!genuine || known.has(genuine.head)) continue;
        const { number } = genuine.body;
        if (number > Math.max(local?.body.number ?? 0, newest?.number ?? 0)) newest = { number, anchor };
      }
    } catch (error) {
      log.warn({ err: error, destination: destinationName(destination) }, 'could not be read for lost seals');
    }
  }
  if (newest) await appendAnchors(anchorFile, [newest.anchor]);
}
