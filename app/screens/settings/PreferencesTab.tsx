import { SegmentedControl, Select } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { languageNames, languages, themes, timeZoneLabels } from '#shared/domain/people/settings.ts';
import { useUser } from '#app/lib/session.ts';
import { SettingRow, SettingsCard } from '#app/screens/settings/SettingRow.tsx';
import { settingLabels, themeLabels, zoneLabels } from '#app/screens/settings/setting-texts.ts';
import type { SettingsForm } from '#app/screens/settings/settings-form.ts';

/** The choice of no time zone: times follow the organization's (SHELL-09). */
const notChosen = 'organization';

/** Language, time zone and theme (SET-02, SHELL-09). */
export function PreferencesTab({ form }: { readonly form: SettingsForm }) {
  const { t, i18n } = useLingui();
  const { values, setFieldValue } = form;
  const { organization } = useUser();
  const place = organization?.timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  return (
    <SettingsCard label={t`Preferences`}>
      <SettingRow
        label={i18n._(settingLabels.language)}
        hint={<Trans>Used for screens, emails to you and documents that you download.</Trans>}
        control={(ids) => (
          <Select
            {...ids}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
            allowDeselect={false}
            value={values.language}
            onChange={(language) => language && setFieldValue('language', language)}
          />
        )}
      />
      <SettingRow
        label={i18n._(settingLabels.timezone)}
        hint={
          <Trans>
            Signatures and completions keep the time zone they were recorded in. Due dates follow the calendar
            of your organization.
          </Trans>
        }
        control={(ids) => (
          <Select
            {...ids}
            data={[
              {
                value: notChosen,
                label: place === undefined ? t`Not chosen (UTC)` : t`Organization (${place})`,
              },
              ...timeZoneLabels.map((value) => ({ value, label: i18n._(zoneLabels[value]) })),
            ]}
            allowDeselect={false}
            value={values.timezone ?? notChosen}
            onChange={(zone) => zone && setFieldValue('timezone', zone === notChosen ? null : zone)}
          />
        )}
      />
      <SettingRow
        label={i18n._(settingLabels.theme)}
        hint={<Trans>Auto follows this device.</Trans>}
        control={(ids) => (
          <SegmentedControl
            {...ids}
            fullWidth
            data={themes.map((value) => ({ value, label: i18n._(themeLabels[value]) }))}
            value={values.theme}
            onChange={(theme) => setFieldValue('theme', theme)}
          />
        )}
      />
    </SettingsCard>
  );
}
