import {
  endFeedOfPerson,
  moveToNewVersion,
  reconcileMovedPerson,
  retrainAfterOldVersion,
  settleOnboardingOnOwnPassword,
  voidOfRetiredModule,
} from '#server/domains/assignments/index.ts';
import { issueCertificate, revokeCertificates } from '#server/domains/certificates/index.ts';
import { admitExternalPerson, tellJobTitleChange } from '#server/domains/people/index.ts';
import type { Subscriber } from '#server/platform/command/transaction.ts';

/** Event → who reacts, in the command's transaction: the one visible table (DESIGN 'The house'). */
export const subscriptions: ReadonlyMap<string, readonly Subscriber[]> = new Map<
  string,
  readonly Subscriber[]
>([
  ['user.created', [reconcileMovedPerson]],
  ['user.changed', [reconcileMovedPerson]],
  ['user.deactivated', [endFeedOfPerson]],
  ['user.erased', [endFeedOfPerson]],
  ['user.profile_changed', [tellJobTitleChange]],
  ['account.externalPersonAdmitted', [admitExternalPerson]],
  ['account.passwordChanged', [settleOnboardingOnOwnPassword]],
  ['module.published', [moveToNewVersion]],
  ['module.retired', [voidOfRetiredModule]],
  ['assignment.completed', [issueCertificate, retrainAfterOldVersion]],
  ['assignment.voided', [revokeCertificates]],
]);
