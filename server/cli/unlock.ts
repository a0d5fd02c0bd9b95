import { unlockFromConsole } from '#server/domains/accounts/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { CommandFailure, readOptions, say, UsageError, type Command } from './command.ts';
import { withServices } from './with-services.ts';

/** `unlock`: restores access to an account that nobody in the product can help, such as the only administrator's (AUTH-19). */
export const unlock: Command = {
  summary: 'Unlocks an account, and with --lost-second-factor removes its second factor.',
  usage: 'unlock --email ADDRESS [--lost-second-factor] [--reason TEXT]',
  run: async (args) => {
    const options = readOptions(args, {
      email: { type: 'string' },
      'lost-second-factor': { type: 'boolean', default: false },
      reason: { type: 'string' },
    });
    const { email } = options;
    if (email === undefined) throw new UsageError('--email is required');
    const lostSecondFactor = options['lost-second-factor'];
    const done = await withServices((services) =>
      runCommand(
        services,
        { actorId: null, action: 'account.unlockedFromConsole', reason: options.reason ?? 'unlock' },
        (tx) => unlockFromConsole(tx, email, { lostSecondFactor }),
      ),
    );
    if (!done) throw new CommandFailure(`No account has the address ${email}.`);
    say(done.wasLocked ? `${email} is unlocked.` : `${email} was not locked; failed attempts are forgotten.`);
    if (lostSecondFactor)
      say(
        done.secondFactorRemoved
          ? 'The second factor is removed and the person is signed out everywhere. The password stays the same.'
          : 'There was no second factor.',
      );
    return 0;
  },
};
