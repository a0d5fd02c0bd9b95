import { List, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UserSettings } from '#shared/domain/people/settings.ts';
import { settingLabels } from '#app/screens/settings/setting-texts.ts';
import { changedByReset } from '#app/screens/settings/settings-form.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';

/** Requests confirmation before all settings are reset to their defaults, and names the changes (SET-02). */
export function ResetDialog({
  current,
  busy,
  onConfirm,
  onClose,
}: {
  readonly current: UserSettings;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const keys = changedByReset(current);
  return (
    <ConfirmDialog
      opened
      destructive
      title={t`Reset Settings?`}
      confirmLabel={<Trans>Reset Settings</Trans>}
      busy={busy}
      blocked={keys.length === 0}
      onConfirm={onConfirm}
      onClose={onClose}
      effects={
        keys.length === 0 ? (
          <Trans>All settings already have their defaults.</Trans>
        ) : (
          <>
            <Text size="sm" fw={600}>
              <Trans>These go back to their defaults:</Trans>
            </Text>
            <List size="sm">
              {keys.map((key) => (
                <List.Item key={key}>{i18n._(settingLabels[key])}</List.Item>
              ))}
            </List>
          </>
        )
      }
    >
      <Text>
        <Trans>
          Two-factor sign-in stays as it is. You can turn it off under Security, where you confirm your
          identity.
        </Trans>
      </Text>
    </ConfirmDialog>
  );
}
