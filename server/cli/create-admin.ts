import { AppError } from '#shared/contract/errors.ts';
import { userForm } from '#shared/contract/people-schemas.ts';
import { preparePassword } from '#server/domains/accounts/index.ts';
import { createUser } from '#server/domains/people/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { CommandFailure, readOptions, say, UsageError, type Command } from './command.ts';
import { withServices } from './with-services.ts';

/** `create-admin`: the first administrator of an installation (OPS-02); the password is shown once and must be changed. */
export const createAdmin: Command = {
  summary: 'Creates an administrator and prints a temporary password.',
  usage: 'create-admin --email ADDRESS [--first-name NAME] [--last-name NAME]',
  run: async (args) => {
    const options = readOptions(args, {
      email: { type: 'string' },
      'first-name': { type: 'string', default: 'First' },
      'last-name': { type: 'string', default: 'Administrator' },
    });
    if (options.email === undefined) throw new UsageError('--email is required');
    const form = userForm.safeParse({
      email: options.email,
      firstName: options['first-name'],
      lastName: options['last-name'],
      role: 'admin',
    });
    if (!form.success) {
      throw new UsageError(
        form.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
      );
    }
    const password = await preparePassword();
    await withServices(async (services) => {
      try {
        await runCommand(services, { actorId: null, action: 'user.created', reason: 'create-admin' }, (tx) =>
          createUser(tx, form.data, password),
        );
      } catch (error) {
        if (error instanceof AppError && error.code === 'DUPLICATE') {
          throw new CommandFailure(`Somebody with the address ${form.data.email} exists already.`);
        }
        throw error;
      }
    });
    say(`Administrator ${form.data.email} created.`);
    say(`Temporary password: ${password.password}`);
    say('It must be changed at the first sign-in.');
    return 0;
  },
};
