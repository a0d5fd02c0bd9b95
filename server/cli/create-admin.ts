import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { userForm } from '#shared/contract/people-schemas.ts';
import { newUserId, preparePassword } from '#server/domains/accounts/index.ts';
import { createUser } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { CommandFailure, readOptions, say, UsageError, type Command } from './command.ts';
import { withServices } from './with-services.ts';
import { fieldErrors } from '#server/platform/http/problem.ts';
import { sentenceOf } from '#server/platform/texts/sentence-of.ts';

/** One at a time, so that two simultaneous commands do not both find no administrator. */
const turn = sql`select pg_advisory_xact_lock(hashtext('create-admin'))`;

/**
 * `create-admin`: creates the first administrator of an installation (OPS-02). The password is shown once and must be changed. If
 * an administrator exists, the command requires `--another`, which is for an installation whose administrators can no longer sign
 * in.
 */
export const createAdmin: Command = {
  summary: 'Creates an administrator and prints a temporary password.',
  usage: 'create-admin --email ADDRESS [--first-name NAME] [--last-name NAME] [--another]',
  run: async (args) => {
    const options = readOptions(args, {
      email: { type: 'string' },
      'first-name': { type: 'string', default: 'First' },
      'last-name': { type: 'string', default: 'Administrator' },
      another: { type: 'boolean', default: false },
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
        fieldErrors(form.error)
          .map((error) => `${error.path}: ${sentenceOf(error)}`)
          .join('\n'),
      );
    }
    const password = await withServices(async (services) => {
      const prepared = await preparePassword(services.config, newUserId());
      try {
        await runCommand(
          services,
          { actorId: null, action: 'user.created', reason: 'create-admin' },
          async (tx) => {
            await turn.execute(tx.db);
            if (!options.another && (await hasAdministrator(tx))) {
              throw new CommandFailure(
                'There is an administrator already, who adds people under Users & Roles. Say --another to make one more from here.',
              );
            }
            return createUser(tx, form.data, prepared);
          },
        );
      } catch (error) {
        if (error instanceof AppError && error.code === 'DUPLICATE') {
          throw new CommandFailure(`Somebody with the address ${form.data.email} exists already.`);
        }
        throw error;
      }
      return prepared;
    });
    say(`Administrator ${form.data.email} created.`);
    say(`Temporary password: ${password.password}`);
    say('It must be changed at the first sign-in.');
    return 0;
  },
};

const hasAdministrator = async (tx: CommandTransaction): Promise<boolean> =>
  (await tx.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('isActive', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined;
