import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import {
  IconAlertCircle,
  IconCircleOff,
  IconHourglass,
  IconShieldCheck,
  IconUserQuestion,
  type Icon,
} from '@tabler/icons-react';
import type { ReminderStatus } from '#shared/domain/compliance/figures.ts';
import type { Tone } from '#app/theme/tokens.ts';
import type { Member } from '#app/screens/team/tree.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type Look = readonly [label: MessageDescriptor, tone: Tone, icon: Icon];

const training: Readonly<Record<Exclude<ReminderStatus, 'overdue' | 'mixed'>, Look>> = {
  pending: [msg({ message: 'Pending', context: 'training' }), 'amber', IconHourglass],
  compliant: [msg`Compliant`, 'green', IconShieldCheck],
};

/** How the training of a person stands (CMP-03); that of inactive people counts nowhere. */
export function TrainingMark({ member }: { readonly member: Member }) {
  const { i18n } = useLingui();
  if (!member.isActive) return null;
  if (member.status === 'overdue' || member.status === 'mixed') {
    return (
      <ToneBadge tone="red" icon={IconAlertCircle} size="sm">
        <Plural value={member.overdueAssignments} one="# overdue" other="# overdue" />
      </ToneBadge>
    );
  }
  const [label, tone, icon] = training[member.status];
  return (
    <ToneBadge tone={tone} icon={icon} size="sm">
      {i18n._(label)}
    </ToneBadge>
  );
}

const accounts: Readonly<Record<'pending' | 'inactive' | 'unused', Look>> = {
  pending: [msg`Account pending`, 'amber', IconUserQuestion],
  inactive: [msg`Account inactive`, 'gray', IconCircleOff],
  unused: [msg`Never signed in`, 'amber', IconUserQuestion],
};

/** Why a person cannot or did not yet sign in (USR-04); nothing for accounts in use. */
export function AccountMark({ member: { displayStatus, hasSignedIn } }: { readonly member: Member }) {
  const { i18n } = useLingui();
  const state = displayStatus === 'active' ? (hasSignedIn ? null : 'unused') : displayStatus;
  if (state === null) return null;
  const [label, tone, icon] = accounts[state];
  return (
    <ToneBadge tone={tone} icon={icon} size="sm">
      {i18n._(label)}
    </ToneBadge>
  );
}
