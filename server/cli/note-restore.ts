import { readOptions, type Command } from './command.ts';
import { recordRestore, reportRestored } from './record-restore.ts';
import { withServices } from './with-services.ts';

/**
 * `note-restore`: for use after PostgreSQL's own means have put back the database to an earlier instant (OPS-04). It records this in the
 * trail with the lost head, holds emails that may have been sent before, and checks everything: the gate before people work again.
 */
export const noteRestore: Command = {
  summary: 'After a restore by PostgreSQL: writes it to the trail, holds pending emails, checks everything.',
  usage:
    'note-restore     after pgBackRest, WAL archiving or a snapshot put the database back; before `serve`',
  run: async (args) => {
    readOptions(args, {});
    return withServices(async (services) => {
      const report = await recordRestore(services, { by: 'PostgreSQL' });
      return reportRestored(report);
    });
  },
};
