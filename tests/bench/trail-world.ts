import { sql } from 'kysely';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { Services } from '#server/platform/services.ts';
import { createUser, createUsers } from '#tests/harness/world.ts';
import type { Contents } from './own-world.ts';

/** People whose places are changed by the commands. */
const people = 160;
/** Events of one person's change: the person, the place that ended, and the one that began. */
const each = 3;
/** Of ten commands nine change one person and one changes all of them. */
const cycle = 10;
const atOnce = 4;

/** Runs commands of the product until the trail has so many events: each proven, as those of a customer are. */
async function makeEvents(
  services: Services,
  organizationIds: readonly number[],
  events: number,
): Promise<void> {
  const made = await createUsers(
    services,
    Array.from({ length: people }, (_, at) => ({
      organizationId: organizationIds[at % organizationIds.length] ?? null,
      lastName: `Moved${String(at)}`,
    })),
  );
  const ids = made.map(({ id }) => id);
  const commands = Math.ceil(events / ((cycle - 1) * (1 + each) + 1 + each * people)) * cycle;
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < commands; at = next++) {
      const some = at % cycle === 0 ? ids : [ids[at % people] ?? ''];
      const title = `Nurse ${String(at)}`;
      await runCommand(
        services,
        {
          actorId: ids[(at * 7) % people] ?? null,
          action: 'user.changed',
          reason: `Change number ${String(at)}`,
        },
        (tx) => sql`update users set job_title = ${title} where id = any(${some}::text[])`.execute(tx.db),
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** A trail of so many events, made by commands of one and of many changes. */
export const trailContents = (events: number): Contents => ({
  what: `a trail of ${events.toLocaleString('en')} events`,
  learner: async (services, organizationIds) => {
    await makeEvents(services, organizationIds, events);
    return createUser(services, {});
  },
  insert: () => Promise.resolve(),
});
