import { Button, Group, Tabs, Text, VisuallyHidden } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconAdjustments,
  IconBell,
  IconBuilding,
  IconRestore,
  IconShieldLock,
  type Icon,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleContract } from '#shared/contract/people.ts';
import type { UserSettings } from '#shared/domain/people/settings.ts';
import { keyOf, queryFor } from '#app/lib/client.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { activateLanguage } from '#app/lib/i18n.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { refreshSession } from '#app/lib/session.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { NotificationsTab } from '#app/screens/settings/NotificationsTab.tsx';
import { OrganizationTab } from '#app/screens/settings/OrganizationTab.tsx';
import { PreferencesTab } from '#app/screens/settings/PreferencesTab.tsx';
import { ResetDialog } from '#app/screens/settings/ResetDialog.tsx';
import { SecurityTab } from '#app/screens/settings/SecurityTab.tsx';
import classes from '#app/screens/settings/Settings.module.css';
import {
  bodyOf,
  resetSettings,
  settingsRefusals,
  valuesOf,
  type SettingsForm,
  type SettingsValues,
} from '#app/screens/settings/settings-form.ts';
import { LeaveGuard } from '#app/ui/LeaveGuard.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

const tabs = ['notifications', 'preferences', 'security', 'organization'] as const;

type Tab = (typeof tabs)[number];

const icons: Readonly<Record<Tab, Icon>> = {
  notifications: IconBell,
  preferences: IconAdjustments,
  security: IconShieldLock,
  organization: IconBuilding,
};

const tabOf = (text: string): Tab => tabs.find((tab) => tab === text) ?? 'notifications';

/** /settings (SPEC §2.14; SET-02): four tabs, one form, its tab in the address. */
export function Settings() {
  const { t } = useLingui();
  const settings = useQuery(queryFor(peopleContract.settings));
  return (
    <Page>
      <PageHeader title={t`Settings`} subtitle={t`Notifications, language, appearance and security`} />
      <Load
        query={settings}
        skeleton={<LineSkeletons count={5} height={64} label={t`Loading settings...`} />}
      >
        {(data) => <SettingsTabs settings={data} />}
      </Load>
    </Page>
  );
}

function SettingsTabs({ settings }: { readonly settings: UserSettings }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [view, patch] = useUrlState({ tab: 'notifications' });
  const [resetting, setResetting] = useState(false);
  const tab = tabOf(view.tab);
  const names = {
    notifications: t`Notifications`,
    preferences: t`Preferences`,
    security: t`Security`,
    organization: t`Organization`,
  };
  const save = useCommand(peopleContract.updateSettings, {
    success: messages.settingsUpdated,
    failure: messages.settingsUpdateFailed,
    onSuccess: async (saved) => {
      client.setQueryData(keyOf(peopleContract.settings, {}), saved);
      const values = valuesOf(saved);
      form.setValues(values);
      form.resetDirty(values);
      setResetting(false);
      // Theme, language and time zone come with the current user; the toast already uses the new language (SHELL-09).
      await refreshSession(client);
      await activateLanguage(saved.language);
    },
    onError: (error) => {
      setResetting(false);
      return showErrors(error);
    },
  });
  const { form, submit, showErrors } = useAppForm<SettingsValues>({
    initialValues: valuesOf(settings),
    rules: (values) => {
      const refused = settingsRefusals(values);
      if (refused['sessionTimeout'] !== undefined) patch({ tab: 'security' });
      return refused;
    },
    send: (values) => save.mutate({ body: bodyOf(values) }),
  });
  const changed = form.isDirty();
  return (
    <div className={classes.content}>
      <LeaveGuard when={changed} saving={save.isPending} />
      <Tabs value={tab} onChange={(next) => next && patch({ tab: next }, { push: true })} keepMounted={false}>
        <TabList names={names} />
        <Tabs.Panel value={tab} className={classes.panel}>
          <VisuallyHidden component="h2">{names[tab]}</VisuallyHidden>
          <TabContent tab={tab} form={form} />
        </Tabs.Panel>
      </Tabs>
      <form onSubmit={submit} noValidate className={classes.foot} data-changed={changed || undefined}>
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconRestore size={16} aria-hidden />}
          onClick={() => setResetting(true)}
        >
          <Trans>Reset Settings</Trans>
        </Button>
        <Group gap="sm">
          {changed && (
            <>
              <Text size="sm" c="dimmed" role="status">
                <Trans>Not saved yet</Trans>
              </Text>
              <Button variant="default" disabled={save.isPending} onClick={() => form.reset()}>
                <Trans>Discard</Trans>
              </Button>
            </>
          )}
          <Button type="submit" loading={save.isPending && !resetting} disabled={!changed}>
            <Trans>Save Settings</Trans>
          </Button>
        </Group>
      </form>
      {resetting && (
        <ResetDialog
          current={settings}
          busy={save.isPending}
          onConfirm={() => save.mutate({ body: resetSettings() })}
          onClose={() => setResetting(false)}
        />
      )}
    </div>
  );
}

function TabList({ names }: { readonly names: Readonly<Record<Tab, string>> }) {
  return (
    <Tabs.List>
      {tabs.map((tab) => {
        const TheIcon = icons[tab];
        return (
          <Tabs.Tab key={tab} value={tab} leftSection={<TheIcon size={16} aria-hidden />}>
            {names[tab]}
          </Tabs.Tab>
        );
      })}
    </Tabs.List>
  );
}

function TabContent({ tab, form }: { readonly tab: Tab; readonly form: SettingsForm }) {
  switch (tab) {
    case 'notifications':
      return <NotificationsTab form={form} />;
    case 'preferences':
      return <PreferencesTab form={form} />;
    case 'security':
      return <SecurityTab form={form} />;
    case 'organization':
      return <OrganizationTab />;
  }
}
