import type { Config } from '#server/platform/config/config.ts';
import type { HeadDestination } from './destination.ts';
import { emailDestination } from './email.ts';
import { folderDestination } from './folder.ts';
import { objectStoreDestination } from './object-store.ts';
import { syslogDestination } from './syslog.ts';
import { timeStampDestination } from './time-stamps.ts';

/** Returns the destinations to which this installation sends its heads (AUD-02), at most one of each kind. */
export function destinationsOf({
  headDestinations: { folder, objectStore, mailTo, syslog, timeStamps },
  dataDir,
}: Pick<Config, 'headDestinations' | 'dataDir'>): readonly HeadDestination[] {
  return [
    ...(folder === undefined ? [] : [folderDestination(folder)]),
    ...(objectStore ? [objectStoreDestination(objectStore)] : []),
    ...(mailTo.length > 0 ? [emailDestination(mailTo)] : []),
    ...(syslog ? [syslogDestination(syslog)] : []),
    ...(timeStamps ? [timeStampDestination(timeStamps, dataDir)] : []),
  ];
}
