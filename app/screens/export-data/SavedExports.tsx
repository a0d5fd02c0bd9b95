import { ActionIcon, Button, Group, Menu, Paper, Stack, Text, TextInput } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconBookmark, IconCalendarClock, IconDots, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { savedExportsContract as contract } from '#shared/contract/saved-exports.ts';
import { exportKinds } from '#shared/domain/reports/data-sets.ts';
import { pageFor } from '#app/lib/client.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { FilterFacts } from '#app/screens/export-data/ExportFacts.tsx';
import { exportLabels } from '#app/screens/export-data/labels.ts';
import { NameDialog } from '#app/screens/export-data/SaveExport.tsx';
import { ScheduleDialog } from '#app/screens/export-data/ScheduleDialog.tsx';
import { ScheduleText, type SavedExportRow } from '#app/screens/export-data/schedule-words.tsx';
import { ConfirmDialog, DialogError } from '#app/ui/ConfirmDialog.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';
import { useList } from '#app/ui/table/use-list.ts';

const started: ToastRow = {
  tone: 'default',
  title: msg`Export started`,
  text: msg`Find it under My exports.`,
};
const notStarted: ToastRow = {
  tone: 'destructive',
  title: msg`The export was not started`,
  text: msg`Try again.`,
  serverFirst: true,
};
const renamed: ToastRow = {
  tone: 'default',
  title: msg`Name changed`,
  text: msg`The saved export has a new name.`,
};
const deleted: ToastRow = {
  tone: 'default',
  title: msg`Saved export deleted`,
  text: msg`Files that it prepared stay available for seven days.`,
};

/** Returns the content of a saved export, without its name. */
const definitionOf = ({ dataSet, format, columns, filters }: SavedExportRow) =>
  ({ dataSet, format, columns, filters }) as Omit<BodyOf<typeof contract.create>, 'name'>;

/** Saved exports (RPT-03): run, schedule, change, rename, duplicate and delete. */
export function SavedExports({ onEdit }: { readonly onEdit: (one: SavedExportRow) => void }) {
  const { t } = useLingui();
  const list = useList({
    filters: {},
    ask: () => ({}),
    pageKey: 'savedPage',
    limit: 20,
    page: (query) => ({ ...pageFor(contract.list, { query }), staleTime: 0 }),
  });
  return (
    <Section title={t`Saved exports`} hint={t`Run them again, or let them run on a schedule`}>
      <Load query={list.query} skeleton={<LineSkeletons label={t`Loading your saved exports…`} />}>
        {({ rows, total }) =>
          total === 0 ? (
            <EmptyState
              icon={IconBookmark}
              title={<Trans>No saved exports yet</Trans>}
              hint={<Trans>Choose what to export above, and save it under a name.</Trans>}
            />
          ) : (
            <>
              <Stack
                component="ul"
                gap="sm"
                m={0}
                p={0}
                style={{ listStyle: 'none' }}
                aria-label={t`Saved exports`}
              >
                {rows.map((one) => (
                  <SavedLine key={one.id} one={one} onEdit={() => onEdit(one)} />
                ))}
              </Stack>
              <ListFoot list={list.table} stays />
            </>
          )
        }
      </Load>
    </Section>
  );
}

function SavedLine({ one, onEdit }: { readonly one: SavedExportRow; readonly onEdit: () => void }) {
  const { t, i18n } = useLingui();
  const [open, setOpen] = useState<'schedule' | 'rename' | 'duplicate' | 'delete' | null>(null);
  const run = useCommand(contract.run, { success: started, failure: notStarted });
  const close = () => setOpen(null);
  const remove = useCommand(contract.remove, { success: deleted, onSuccess: close, onError: () => true });
  const { id, name, dataSet, format, filters, schedule, lastRunAt } = one;
  const known = exportKinds.find((kind) => kind === dataSet);
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" align="start">
        <div style={{ minWidth: 0, flex: '1 1 240px' }}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {known ? i18n._(exportLabels[known]) : dataSet} · {format.toUpperCase()}
          </Text>
          <FilterFacts filters={filters} />
          {schedule && <ScheduleText schedule={schedule} />}
          {lastRunAt !== null && (
            <Text size="sm" c="dimmed">
              <Trans>
                Last run <Moment value={lastRunAt} show="dateTime" />
              </Trans>
            </Text>
          )}
        </div>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconPlayerPlay size={18} aria-hidden />}
            loading={run.isPending}
            onClick={() => run.mutate({ params: { id } })}
            aria-label={t`Run now: ${name}`}
          >
            <Trans>Run now</Trans>
          </Button>
          <Button
            variant="default"
            leftSection={<IconCalendarClock size={18} aria-hidden />}
            onClick={() => setOpen('schedule')}
            aria-label={t`Schedule ${name}`}
          >
            <Trans>Schedule</Trans>
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label={t`More for ${name}`}>
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={onEdit}>
                <Trans>Change</Trans>
              </Menu.Item>
              <Menu.Item onClick={() => setOpen('rename')}>
                <Trans>Rename</Trans>
              </Menu.Item>
              <Menu.Item onClick={() => setOpen('duplicate')}>
                <Trans>Duplicate</Trans>
              </Menu.Item>
              <Menu.Item color="red.9" onClick={() => setOpen('delete')}>
                <Trans>Delete</Trans>
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Group>
      {open === 'schedule' && <ScheduleDialog one={one} onClose={close} />}
      {open === 'rename' && <RenameDialog one={one} onClose={close} />}
      {open === 'duplicate' && (
        <NameDialog
          title={t`Duplicate “${name}”`}
          label={<Trans>Duplicate</Trans>}
          first={t`${name} (copy)`.slice(0, 100)}
          definition={definitionOf(one)}
          onClose={close}
          onSaved={close}
        />
      )}
      <ConfirmDialog
        opened={open === 'delete'}
        title={<Trans>Delete saved export</Trans>}
        confirmLabel={<Trans>Delete</Trans>}
        destructive
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ params: { id } })}
        onClose={close}
      >
        <Trans>
          “{name}” and its schedule are deleted. Files that it prepared stay available for seven days.
        </Trans>
      </ConfirmDialog>
    </Paper>
  );
}

function RenameDialog({
  one: { id, name },
  onClose,
}: {
  readonly one: SavedExportRow;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const rename = useCommand(contract.rename, {
    success: renamed,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { name },
    rules: (values) => ({ name: values.name.trim() === '' ? reasonText('name_needed') : undefined }),
    send: (values) => rename.mutate({ params: { id }, body: { name: values.name.trim() } }),
  });
  return (
    <FormDialog
      opened
      title={t`Rename “${name}”`}
      submitLabel={<Trans>Rename</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={rename.isPending}
      changed={form.isDirty()}
      size="md"
    >
      <TextInput
        label={t`Name`}
        withAsterisk
        data-autofocus
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <DialogError error={errorOutsideFields(rename.error, form.values)} />
    </FormDialog>
  );
}
