import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isRoot } from '#server/platform/postgres/unprivileged.ts';
import { createDurably, renameDurably } from './durable-file.ts';
import { ConfigError } from './environment.ts';
import { decodeSecret } from './secret.ts';

const secretBytes = 48;

/** Returns the path of the secret of an installation without SECRET_KEY. */
export const secretFile = (dataDir: string): string => path.join(dataDir, 'secret.key');

/** Returns the file for the next secret of a rotation, before the database has it (OPS-09). */
export const nextSecretFile = (dataDir: string): string => `${secretFile(dataDir)}.next`;

/** Returns a new secret as text. */
export const newSecretText = (): string => crypto.randomBytes(secretBytes).toString('base64');

/** Creates DATA_DIR. As root, PostgreSQL's user must be able to pass through it; otherwise it is closed to all others. */
export function makeDataDir(dataDir: string): void {
  if (fs.existsSync(dataDir)) return;
  fs.mkdirSync(path.dirname(dataDir), { recursive: true, mode: 0o755 });
  fs.mkdirSync(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
}

/**
 * Returns the secret of an installation with the embedded database (OPS-01): generated at the first start, stored in
 * DATA_DIR/secret.key with mode 0600. Two processes that start at once get the same one. Throws ConfigError if the file
 * cannot be used.
 */
export function readOrMakeSecret(dataDir: string): Buffer {
  const file = secretFile(dataDir);
  try {
    makeDataDir(dataDir);
    if (!fs.existsSync(file)) createDurably(file, `${newSecretText()}\n`);
    const secret = decodeSecret(fs.readFileSync(file, 'utf8').trim());
    if (secret.length < 32)
      throw new ConfigError([{ variable: 'SECRET_KEY', message: `in ${file} is damaged` }]);
    if ((fs.statSync(file).mode & 0o077) !== 0) fs.chmodSync(file, 0o600);
    return secret;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC'].includes(code)) throw error;
    const message = `is not usable: ${dataDir} cannot be read and written by this user (${code})`;
    throw new ConfigError([{ variable: 'DATA_DIR', message }]);
  }
}

/** Returns the current secret in a file; null if there is no such file. */
export function readSecretFile(file: string): Buffer | null {
  try {
    return decodeSecret(fs.readFileSync(file, 'utf8').trim());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Stores the next secret; false if another one is already stored. */
export const storeNextSecret = (dataDir: string, text: string): boolean =>
  createDurably(nextSecretFile(dataDir), `${text}\n`);

/** Replaces the former secret with the next one; has no effect if another process has done so. */
export function adoptNextSecret(dataDir: string): void {
  try {
    renameDurably(nextSecretFile(dataDir), secretFile(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
