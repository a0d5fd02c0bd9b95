import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import {
  IconAlertCircle,
  IconCircleMinus,
  IconCircleOff,
  IconClockOff,
  IconHourglass,
  IconShieldCheck,
  IconUserQuestion,
  type Icon,
} from '@tabler/icons-react';
import type { ComplianceGroup } from '#shared/domain/compliance/figures.ts';
import type { Tone } from '#app/theme/tokens.ts';
import type { Member } from '#app/screens/team/tree.ts';
import { AwayBadge } from '#app/features/people/AwayBadge.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type Look = readonly [label: MessageDescriptor, tone: Tone, icon: Icon];

const training: Readonly<Record<Exclude<ComplianceGroup, 'overdue'>, Look>> = {
  onTrack: [msg({ message: 'Pending', context: 'training' }), 'amber', IconHourglass],
  complete: [msg`Complete`, 'green', IconShieldCheck],
  nothingRequired: [msg`Nothing required`, 'gray', IconCircleMinus],
};

/** The state of a person's training (CMP-03), and whether the person is away (USR-10); training of inactive people does not count. */
export function TrainingMark({ member }: { readonly member: Member }) {
  if (!member.isActive) return null;
  return (
    <>
      {member.isAway && <AwayBadge />}
      <GroupMark member={member} />
    </>
  );
}

function GroupMark({ member }: { readonly member: Member }) {
  const { i18n } = useLingui();
  if (member.group === 'overdue') {
    return (
      <>
        {member.overdueAssignments > 0 && (
          <ToneBadge tone="red" icon={IconAlertCircle} size="sm">
            <Plural value={member.overdueAssignments} one="# overdue" other="# overdue" />
          </ToneBadge>
        )}
        {member.expiredAssignments > 0 && (
          <ToneBadge tone="crimson" icon={IconClockOff} size="sm">
            <Plural value={member.expiredAssignments} one="# expired" other="# expired" />
          </ToneBadge>
        )}
      </>
    );
  }
  const [label, tone, icon] = training[member.group];
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

/** The reason why a person cannot sign in or has not yet done so (USR-04); renders nothing for accounts in use. */
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
