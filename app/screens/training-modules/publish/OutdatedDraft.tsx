import { Alert } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconGitBranch } from '@tabler/icons-react';
import type { ModuleDetails } from '#app/screens/training-modules/modules.ts';
import { Moment } from '#app/ui/Moment.tsx';

/** The change that a draft may miss (MOD-11): the version that took effect since it was started. */
export type Overtaking = ModuleDetails['versions'][number]['overtakenBy'];

/** Shows that a draft was started from an older version than the effective one (MOD-11); renders nothing if it was not. */
export function OutdatedDraft({ overtaking }: { readonly overtaking: Overtaking | undefined }) {
  if (!overtaking) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconGitBranch aria-hidden />}
      title={<Trans>Based on an older version</Trans>}
    >
      <Trans>
        Started from version {overtaking.basedOn}. Version {overtaking.number} has been effective since{' '}
        <Moment value={overtaking.effectiveFrom} show="dateTime" />: what it changed may be missing here.
      </Trans>
    </Alert>
  );
}
