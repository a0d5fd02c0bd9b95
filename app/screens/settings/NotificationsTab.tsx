import { Trans, useLingui } from '@lingui/react/macro';
import { BrowserNotice, useBrowserNotifications } from '#app/screens/settings/BrowserNotice.tsx';
import { useUser } from '#app/lib/session.ts';
import { SettingsCard, SwitchRow } from '#app/screens/settings/SettingRow.tsx';
import { settingLabels } from '#app/screens/settings/setting-texts.ts';
import type { SettingsForm } from '#app/screens/settings/settings-form.ts';

/** The choice of what is sent to the person, and how (SET-02, NOT-02, NOT-03). */
export function NotificationsTab({ form }: { readonly form: SettingsForm }) {
  const { t, i18n } = useLingui();
  const browser = useBrowserNotifications();
  const { values, setFieldValue } = form;
  const { role } = useUser();
  const leadsPeople = role !== 'learner';
  return (
    <SettingsCard label={t`Notifications`}>
      <SwitchRow
        label={i18n._(settingLabels.emailNotifications)}
        hint={<Trans>Notifications by email. Security emails and confirmations are always sent.</Trans>}
        checked={values.emailNotifications}
        onChange={(on) => setFieldValue('emailNotifications', on)}
      />
      <SwitchRow
        label={i18n._(settingLabels.browserNotifications)}
        hint={<Trans>Notifications from your browser on this device, if it allows them.</Trans>}
        note={values.browserNotifications && <BrowserNotice browser={browser} />}
        checked={values.browserNotifications}
        onChange={(on) => {
          setFieldValue('browserNotifications', on);
          if (on) browser.ask();
        }}
      />
      <SwitchRow
        label={i18n._(settingLabels.trainingReminders)}
        hint={<Trans>Reminders before a training is due, and when it is overdue.</Trans>}
        checked={values.trainingReminders}
        onChange={(on) => setFieldValue('trainingReminders', on)}
      />
      <SwitchRow
        label={i18n._(settingLabels.systemUpdates)}
        hint={<Trans>Announcements from your administrators about this system.</Trans>}
        checked={values.systemUpdates}
        onChange={(on) => setFieldValue('systemUpdates', on)}
      />
      {leadsPeople && (
        <SwitchRow
          label={i18n._(settingLabels.weeklyDigest)}
          hint={
            <Trans>
              An email every Monday about the people who report to you: overdue, expiring and newly assigned
              trainings.
            </Trans>
          }
          checked={values.weeklyDigest}
          onChange={(on) => setFieldValue('weeklyDigest', on)}
        />
      )}
    </SettingsCard>
  );
}
