import { readOptions, say, type Command } from './command.ts';
import { prepareDemo } from './demo-data.ts';
import { withServices } from './with-services.ts';

/** `demo`: fills an empty database with demo data and prints the demo accounts (DESIGN 'Starting it'). */
export const demo: Command = {
  summary: 'Fills an empty database with demo data and prints the demo accounts.',
  usage: 'demo',
  run: async (args) => {
    readOptions(args, {});
    const lines = await withServices((services, { adminUrl }) => prepareDemo(services, say, adminUrl));
    if (lines.length === 0) {
      say('The database has data of its own and no demo accounts: nothing was added.');
      return 1;
    }
    for (const line of lines) say(line);
    return 0;
  },
};
