import { readOptions, type Command } from './command.ts';
import { recordRestore, reportRestored } from './record-restore.ts';
import { withServices } from './with-services.ts';

/**
 * `note-restore`: after the database was put back to an earlier instant by PostgreSQL's own means (OPS-04). The trail says so, with the head that was
 * lost, emails that may have gone before are held, and everything is checked: the gate before people work again.
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
