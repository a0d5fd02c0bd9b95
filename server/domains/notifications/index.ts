/** The public interface of notifications for the composition root; no area imports it: they raise events, or call `notifyPeople` (NOT-01). */
export { markAllRead } from './commands/mark-read.ts';
export { overdueNoticesJob } from './notifications.jobs.ts';
export {
  recordRegistration,
  notifyAdministratorsOfLock,
  notifyAdministratorsOfPassword,
  notifyOfFirstSignIn,
  notifyOfJobTitleChange,
  notifyNamedPeople,
  notifyOfNameRequest,
  notifyOfRegistration,
} from './subscribers.ts';
export { pushKeys, pushPrivateKeys } from './push/push-keys.ts';
export { pushJob, sweepPushJob } from './push/push.jobs.ts';
export {
  endPushOfOrganization,
  endPushOfImported,
  endPushOfOtherPerson,
  endPushOfOtherSessions,
  endPushOfPerson,
  endPushOfSession,
  endPushWhereOff,
} from './push/push.subscribers.ts';
export { closeStreams } from './streams.ts';
export { recordAssigned, notifyAssigned, notifyOfCompletion } from './training-subscribers.ts';
