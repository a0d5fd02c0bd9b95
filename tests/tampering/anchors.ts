import fs from 'node:fs';
import type { Attack } from './attack.ts';
import { anchorFile } from '#server/domains/audit/index.ts';
import { inCommand } from '#tests/harness/trail-world.ts';
import { sql } from 'kysely';

/** Heads of seals outside the database. */
export const anchorsAttacks: readonly Attack[] = [
  {
    title: 'a line of the anchors is cut out',
    act: async (world, database) => {
      await inCommand(database.db, (tx) =>
        sql`update organizations set description = 'x' where id = ${world.organizationId}`.execute(tx),
      );
      await world.seal();
      const lines = fs.readFileSync(anchorFile(world.dataDir), 'utf8').split('\n');
      fs.writeFileSync(anchorFile(world.dataDir), lines.slice(1).join('\n'));
      return ['anchor_changed seal 1'];
    },
  },
];
