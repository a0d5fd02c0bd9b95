import path from 'node:path';

/** The folder that TrainTrail is installed in. */
export const installFolder = path.resolve(import.meta.dirname, '../../..');

/**
 * The name of the program in everything that an operator reads. It is the path of this installation's program, so that it works
 * in any folder and never means a package of that name from a registry.
 */
export const program = path.join(installFolder, 'bin/traintrail');

/** Returns a command of this installation, as an operator types it. */
export const commandLine = (command: string): string => `${program} ${command}`;
