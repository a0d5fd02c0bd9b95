import fs from 'node:fs';
import type { Logger } from 'pino';
import { renewAccess } from '#server/domains/accounts/index.ts';
import { RotationRefused, rotateKeys } from '#server/domains/audit/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { loadConfig, type Config } from '#server/platform/config/config.ts';
import {
  storeNextSecret,
  newSecretText,
  nextSecretFile,
  readSecretFile,
  adoptNextSecret,
} from '#server/platform/config/secret-file.ts';
import { decodeSecret, secretFault } from '#server/platform/config/secret.ts';
import { fingerprintOf } from '#server/platform/crypto/keys.ts';
import { reseal } from '#server/platform/crypto/reseal.ts';
import type { Services } from '#server/platform/services.ts';
import { sealedColumns } from '#server/sealed-columns.ts';
import { commandLog } from './command-log.ts';
import { CommandFailure, readOptions, say, UsageError, type Command } from './command.ts';
import { composeInstalled } from './compose-installed.ts';
import { openDatabase } from './open-database.ts';

/**
 * `rotate-key`: replaces the current secret with a new one (OPS-09). Earlier signatures and seals stay valid, sealed values are
 * sealed again, running servers stop and must be started with the new secret. The secret is never printed.
 */
export const rotateKey: Command = {
  summary:
    'Puts a new secret (generated, or NEW_SECRET_KEY) in the place of SECRET_KEY; signatures stay valid.',
  usage: 'rotate-key     running servers stop, and are started again with the new secret',
  run: async (args) => {
    readOptions(args, {});
    const given = loadConfig();
    const log = commandLog(given.logLevel);
    const chosen = readNewSecret(process.env['NEW_SECRET_KEY']);
    const opened = await openDatabase(given, log, { attach: true });
    try {
      const composition = await composeInstalled(opened, log);
      try {
        const { config } = composition.services;
        const isKept = config.secretFile !== undefined || chosen === undefined;
        const secret = isKept ? keepNext(config, chosen) : decodeSecret(chosen);
        const closed = await rotate(composition.services, secret, log);
        if (config.secretFile !== undefined) adoptNextSecret(config.dataDir);
        tell(config, secret, chosen === undefined, closed);
      } finally {
        await composition.close();
      }
      return 0;
    } finally {
      await opened.close();
    }
  },
};

function readNewSecret(text: string | undefined): string | undefined {
  const secret = text?.trim() ?? '';
  if (secret === '') return undefined;
  const fault = secretFault(decodeSecret(secret));
  if (fault !== undefined) throw new UsageError(`NEW_SECRET_KEY ${fault}`);
  return secret;
}

/**
 * Stores the next secret on the disk before the database has it, so that it still exists after a kill in between. The secret
 * of an interrupted rotation is used, unless another one was chosen.
 */
function keepNext(config: Config, chosen: string | undefined): Buffer {
  const file = nextSecretFile(config.dataDir);
  const left = readSecretFile(file);
  const isSpent = left !== null && fingerprintOf({ secretKey: left }) === fingerprintOf(config);
  // Its rotation is done, and the caller has already set it.
  if (isSpent) fs.rmSync(file);
  else if (left !== null && chosen === undefined) return left;
  const text = chosen ?? newSecretText();
  if (!storeNextSecret(config.dataDir, text) && !readSecretFile(file)?.equals(decodeSecret(text))) {
    throw new CommandFailure(
      `${file} holds the secret of another rotation that was interrupted: remove it where no other one is running, or leave NEW_SECRET_KEY out to use it.`,
    );
  }
  return decodeSecret(text);
}

/** Rotates in one command, and returns the number of sealed texts that could not be opened, as before. */
async function rotate(services: Services, secret: Buffer, log: Logger): Promise<number> {
  try {
    return await runCommand(services, { action: 'system.key-rotated', actorId: null }, async (tx) => {
      const keys = await rotateKeys(tx.db, services.config, secret);
      let closed = 0;
      for (const column of sealedColumns) {
        const done = await reseal(tx.db, keys, column);
        log.info({ table: column.table, ...done }, 'sealed again');
        closed += done.closed;
      }
      await renewAccess(tx.db, services.config, keys);
      return closed;
    });
  } catch (error) {
    if (error instanceof RotationRefused) throw new CommandFailure(error.message, { cause: error });
    throw error;
  }
}

function tell(config: Config, secretKey: Buffer, isGenerated: boolean, closed: number): void {
  const next = nextSecretFile(config.dataDir);
  say(
    `The secret was rotated: its fingerprint is ${fingerprintOf({ secretKey })} now. Signatures and seals of before stay valid.`,
  );
  if (config.secretFile !== undefined)
    say(`The new secret is in ${config.secretFile}. Start TrainTrail again.`);
  else if (isGenerated)
    say(
      `The new secret is in ${next}: set SECRET_KEY to its content on every server, start them again, and remove the file.`,
    );
  else say('Set SECRET_KEY to the value of NEW_SECRET_KEY on every server, and start them again.');
  if (closed > 0) say(`${closed} sealed texts could not be opened before either, and stay as they are.`);
  say('Backups made until now need the former secret: keep it apart with them, and make a new backup.');
}
