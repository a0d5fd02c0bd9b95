import { MultiSelect, Radio, Stack, Text, TextInput } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrDocumentsContract } from '#shared/contract/hr-documents.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { READING_DAYS } from '#shared/domain/hr/seen.ts';
import { useToday } from '#app/features/assignments/today.ts';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { pageFor, queryFor } from '#app/lib/client.ts';
import { errorOutsideFields, errorsByField } from '#app/lib/forms.ts';
import { useMailServer } from '#app/lib/mail-server.ts';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { useCommand } from '#app/lib/query.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { type DocumentView } from '#app/screens/hr-organization/documents.ts';
import { ReaderSelect } from '#app/screens/hr-organization/MemberSelect.tsx';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/** The ways to choose the people of a request. */
type Whom = 'everybody' | 'departments' | 'people';

/** Requests all people, departments or chosen people to read the newest version (HR-04), and shows their number first. */
export function RequestReadingDialog({
  document,
  onClose,
}: {
  readonly document: DocumentView;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { id, organizationId, title, version } = document;
  const [whom, setWhom] = useState<Whom>('everybody');
  const [people, setPeople] = useState<readonly { readonly id: string; readonly name: string }[]>([]);
  const [departmentIds, setDepartmentIds] = useState<readonly string[]>([]);
  const today = useToday();
  const [dueOn, setDueOn] = useState(() => addDays(today, READING_DAYS));
  const departments = useQuery(
    pageFor(organizationsContract.departments, {
      query: { organizationId: String(organizationId), sort: 'name', limit: 200 },
    }),
  );
  const chosen = whom === 'people' ? people.map((one) => one.id) : [];
  const parts = whom === 'departments' ? departmentIds : [];
  const nobody = whom !== 'everybody' && chosen.length + parts.length === 0;
  const audience = useQuery({
    ...queryFor(hrDocumentsContract.audience, {
      params: { id },
      query: {
        ...(whom === 'everybody' ? { everybody: 'true' as const } : {}),
        ...(chosen.length > 0 ? { userIds: chosen.join(',') } : {}),
        ...(parts.length > 0 ? { departmentIds: parts.join(',') } : {}),
      },
    }),
    enabled: !nobody,
    // People join and leave: the number is counted again each time that it is shown.
    staleTime: 0,
    gcTime: 0,
  });
  const { configured } = useMailServer();
  const ask = useCommand(hrDocumentsContract.ask, {
    success: {
      tone: 'default',
      title: configured ? msg`Emails are on their way` : msg`Emails queued`,
      text: msg({
        message:
          '{asked, plural, one {One person is asked to read the document.} other {# people are asked to read the document.}}',
      }),
    },
    successValues: ({ asked }) => ({ asked }),
    onSuccess: onClose,
    onError: () => true,
  });
  const count = nobody ? { people: 0, toAsk: 0 } : audience.data;
  const faults = ask.error instanceof ApiError ? errorsByField(ask.error.errors) : {};
  const choose =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      ask.reset();
      set(value);
    };
  return (
    <FormDialog
      opened
      title={<Trans>Request acknowledgement</Trans>}
      submitLabel={
        count?.toAsk ? (
          <Plural value={count.toAsk} one="Request from one person" other="Request from # people" />
        ) : (
          <Trans>Request</Trans>
        )
      }
      busy={ask.isPending}
      blocked={!count || count.toAsk === 0 || dueOn === ''}
      changed={people.length > 0 || departmentIds.length > 0}
      onClose={onClose}
      onSubmit={(event) => {
        event?.preventDefault();
        ask.mutate({
          params: { id },
          body: { userIds: chosen, departmentIds: parts.map(Number), everybody: whom === 'everybody', dueOn },
        });
      }}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Trans>
          Version {version.number} of “{title}”. Recipients get an email and find the document under Profile,
          Documents.
        </Trans>
      </Text>
      <Radio.Group label={t`Recipients`} value={whom} onChange={(next) => choose(setWhom)(next)}>
        <Stack gap="xs" mt="xs">
          <Radio value="everybody" label={t`Everyone in the organization`} />
          <Radio value="departments" label={t`Departments`} />
          <Radio value="people" label={t`Selected people`} />
        </Stack>
      </Radio.Group>
      {whom === 'departments' && (
        <MultiSelect
          label={t`Departments`}
          placeholder={t`Choose departments`}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t`Remove all departments` }}
          value={[...departmentIds]}
          data={(departments.data?.rows ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
          error={faults['departmentIds']}
          nothingFoundMessage={<Trans>No department has this name.</Trans>}
          onChange={choose(setDepartmentIds)}
        />
      )}
      {whom === 'people' && (
        <ReaderSelect
          organizationId={organizationId}
          chosen={people}
          error={faults['userIds']}
          onChange={choose(setPeople)}
        />
      )}
      <TextInput
        type="date"
        label={t`Due date`}
        description={t`Everyone selected must acknowledge it by this date.`}
        withAsterisk
        maw={320}
        value={dueOn}
        error={faults['dueOn']}
        onChange={(event) => choose(setDueOn)(event.currentTarget.value)}
      />
      <Effect
        count={count}
        nobody={nobody}
        failed={nobody ? null : audience.error}
        counting={audience.isFetching}
      />
      <MailNotice />
      <DialogError error={errorOutsideFields(ask.error, { userIds: '', departmentIds: '', dueOn: '' })} />
    </FormDialog>
  );
}

/** The number of people who will get the request, before it is sent. */
function Effect({
  count,
  nobody,
  failed,
  counting,
}: {
  readonly count: { readonly people: number; readonly toAsk: number } | undefined;
  readonly nobody: boolean;
  readonly failed: unknown;
  readonly counting: boolean;
}) {
  if (failed && !counting) return <DialogError error={failed} />;
  const already = count ? count.people - count.toAsk : 0;
  return (
    <Text size="sm" role="status">
      {nobody ? (
        <Trans>Choose who receives the request.</Trans>
      ) : !count ? (
        <Trans>Counting the people...</Trans>
      ) : (
        <>
          <Plural
            value={count.toAsk}
            _0="No one is asked."
            one="One person is asked."
            other="# people are asked."
          />
          {already > 0 && (
            <>
              {' '}
              <Plural
                value={already}
                one="One person was asked to read this version already."
                other="# were asked to read this version already."
              />
            </>
          )}
        </>
      )}
    </Text>
  );
}
