import { NumberInput, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { effectiveSessionMinutes, sessionTimeoutRange } from '#shared/domain/people/settings.ts';
import { SecurityPanel } from '#app/features/security/SecurityPanel.tsx';
import { queryFor } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import classes from '#app/screens/settings/Settings.module.css';
import { SettingRow, SettingsCard, SwitchRow } from '#app/screens/settings/SettingRow.tsx';
import { settingLabels } from '#app/screens/settings/setting-texts.ts';
import { isTimeout, type SettingsForm } from '#app/screens/settings/settings-form.ts';

/** Session timeout and the next password (SET-02, AUTH-05, AUTH-07), above password, two-factor and sessions. */
export function SecurityTab({ form }: { readonly form: SettingsForm }) {
  const { t, i18n } = useLingui();
  const { values, setFieldValue } = form;
  return (
    <div className={classes.panel} style={{ paddingTop: 0 }}>
      <SettingsCard label={t`Sign-in`}>
        <SettingRow
          label={i18n._(settingLabels.sessionTimeout)}
          hint={<Trans>Minutes of inactivity after which you are signed out: from 5 to 480.</Trans>}
          note={<OrganizationLimit wanted={values.sessionTimeout} />}
          control={(ids) => (
            <NumberInput
              {...ids}
              min={sessionTimeoutRange.min}
              max={sessionTimeoutRange.max}
              suffix={t` min`}
              {...form.getInputProps('sessionTimeout')}
            />
          )}
        />
        <SwitchRow
          label={i18n._(settingLabels.requirePasswordChange)}
          hint={<Trans>You choose it once. Afterwards this is off again.</Trans>}
          checked={values.requirePasswordChange}
          onChange={(on) => setFieldValue('requirePasswordChange', on)}
        />
      </SettingsCard>
      <SecurityPanel />
    </div>
  );
}

/** The maximum of the organization, which applies regardless of the person's setting (AUTH-05). */
function OrganizationLimit({ wanted }: { readonly wanted: number | string }) {
  const { organizationId } = useUser();
  const { data } = useQuery({
    ...queryFor(organizationsContract.get, { params: { id: organizationId ?? 0 } }),
    enabled: organizationId !== null,
  });
  if (!data || data.maxSessionTimeout >= sessionTimeoutRange.max) return null;
  const { maxSessionTimeout } = data;
  const effective = isTimeout(wanted) ? effectiveSessionMinutes(Number(wanted), maxSessionTimeout) : null;
  return (
    <Text size="sm" mt={4} c="var(--tt-amber-text)" role="status">
      <Plural
        value={maxSessionTimeout}
        one="Your organization allows # minute at most."
        other="Your organization allows # minutes at most."
      />
      {effective !== null && effective < Number(wanted) && (
        <>
          {' '}
          <Trans>Your limit is {effective} minutes.</Trans>
        </>
      )}
    </Text>
  );
}
