import { useLingui } from '@lingui/react';
import { IconShield, IconUser, IconUsers, type Icon } from '@tabler/icons-react';
import type { Role } from '#shared/domain/access/permissions.ts';
import { roleLabels } from '#app/features/people/role-labels.ts';
import type { Tone } from '#app/theme/tokens.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

const looks: Readonly<Record<Role, readonly [Tone, Icon]>> = {
  admin: ['violet', IconShield],
  manager: ['blue', IconUsers],
  learner: ['gray', IconUser],
};

/** The role of an account (SPEC §2.9, §2.10). */
export function RoleBadge({ role, size }: { readonly role: Role; readonly size?: 'sm' | 'md' }) {
  const { i18n } = useLingui();
  const [tone, icon] = looks[role];
  return (
    <ToneBadge tone={tone} icon={icon} size={size}>
      {i18n._(roleLabels[role])}
    </ToneBadge>
  );
}
