/** The door of notifications for the composition root; no area imports it: they raise events, or call `tellPeople` (NOT-01). */
export { markAllRead } from './commands/mark-read.ts';
export { overdueNoticesJob } from './notifications.jobs.ts';
export {
  noteRegistered,
  tellAdministratorsOfLock,
  tellAdministratorsOfPassword,
  tellFirstSignIn,
  tellJobTitleChange,
  tellNamedPeople,
  tellNameRequest,
  tellRegistered,
} from './subscribers.ts';
export { pushKeys, pushPrivateKeys } from './push/push-keys.ts';
export { pushJob, sweepPushJob } from './push/push.jobs.ts';
export {
  endPushOfOrganization,
  endPushOfOtherPerson,
  endPushOfOtherSessions,
  endPushOfPerson,
  endPushOfSession,
  endPushWhereOff,
} from './push/push.subscribers.ts';
export { closeStreams } from './streams.ts';
export { noteAssigned, tellAssigned, tellCompletion } from './training-subscribers.ts';
