import path from 'node:path';

/** The folder that TrainTrail is installed in. */
export const installFolder = path.resolve(import.meta.dirname, '../../..');

/**
 * How the commands are called, in everything that an operator reads: the program of this installation by its path, so that it works in
 * any folder and never means a package of that name from a registry.
 */
export const program = path.join(installFolder, 'bin/traintrail');

/** A command of this installation, as an operator types it. */
export const commandLine = (command: string): string => `${program} ${command}`;
