import { List, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { onboardingEffect } from '#shared/contract/assignment-schemas.ts';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { MissingContent } from '#app/features/assigning/MissingContent.tsx';
import { JobTitleInput } from '#app/features/people/JobTitleInput.tsx';
import { queryFor } from '#app/lib/client.ts';
import { useMailServer } from '#app/lib/mail-server.ts';
import { messages } from '#app/lib/messages.ts';
import { useNewerEffect } from '#app/lib/newer-effect.ts';
import { useCommand } from '#app/lib/query.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { EffectChanged } from '#app/ui/EffectChanged.tsx';
import { EffectLine, EffectList } from '#app/ui/EffectList.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';
import { ScrollingList } from '#app/ui/ScrollingList.tsx';

type Modules = ResponseOf<typeof assignmentsContract.onboardingEffect>['modules'];

const started: ToastRow = {
  tone: 'default',
  title: msg`Onboarding Started`,
  text: msg({
    message:
      '{assignments, plural, =0 {Nothing had to be assigned} one {# training assigned} other {# trainings assigned}}',
  }),
};

/** Starts the onboarding (MTX-07), after it has shown what the job title requires and the effect. */
export function OnboardingDialog({
  person,
  onClose,
}: {
  readonly person: { readonly id: string; readonly name: string; readonly jobTitle: string | null };
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { toastOf } = useMailServer();
  const [jobTitle, setJobTitle] = useState(person.jobTitle ?? '');
  const { newer, clear, whenChanged, errorBeside } = useNewerEffect(onboardingEffect);
  const [asked] = useDebouncedValue(jobTitle.trim(), 300);
  const params = { userId: person.id };
  const effect = useQuery({
    ...queryFor(assignmentsContract.onboardingEffect, { params, query: { jobTitle: asked } }),
    enabled: asked !== '',
    // The answer may have changed since the dialog was last open.
    staleTime: 0,
    gcTime: 0,
  });
  const start = useCommand(assignmentsContract.startOnboarding, {
    success: ({ assignments }) => (assignments > 0 ? toastOf(started) : started),
    successValues: ({ assignments }) => ({ assignments }),
    failure: messages.onboardingFailed,
    onSuccess: onClose,
    onError: whenChanged,
  });
  const shown = asked === '' ? undefined : (newer ?? effect.data);
  const modules = shown?.modules ?? [];
  const counts = modules.some(({ state }) => state !== 'completed');
  const assigned = modules.filter(({ state }) => state === 'new').map(({ moduleId }) => moduleId);
  const settled = asked === jobTitle.trim() && !effect.isFetching;
  return (
    <ConfirmDialog
      opened
      title={t`Start the onboarding of ${person.name}?`}
      confirmLabel={<Trans>Start Onboarding</Trans>}
      effects={counts && <Summary modules={modules} changed={newer !== null} />}
      busy={start.isPending}
      blocked={!settled || !counts}
      error={errorBeside(start.error)}
      onConfirm={() => start.mutate({ params, body: { jobTitle: asked, effectHash: shown?.effectHash } })}
      onClose={onClose}
      size="lg"
    >
      <Stack gap="md">
        <JobTitleInput
          // An open list would cover the effect.
          openOnFocus={false}
          value={jobTitle}
          onChange={(value) => {
            clear();
            setJobTitle(value);
          }}
          maxLength={200}
          description={t`All trainings that the matrices require for it become the onboarding.`}
          comboboxProps={{ withinPortal: true }}
          data-autofocus
        />
        {asked !== '' && (
          <Load query={effect} skeleton={<LineSkeletons count={3} label={t`Checking what is required...`} />}>
            {() => (
              <>
                <MissingContent moduleIds={assigned} />
                {assigned.length > 0 && <MailNotice />}
                <Required modules={modules} />
              </>
            )}
          </Load>
        )}
      </Stack>
    </ConfirmDialog>
  );
}

function Summary({ modules, changed }: { readonly modules: Modules; readonly changed: boolean }) {
  const fresh = modules.filter(({ state }) => state === 'new').length;
  const open = modules.filter(({ state }) => state === 'open').length;
  return (
    <>
      {changed && <EffectChanged />}
      <EffectList>
        <EffectLine>
          <Plural
            value={fresh}
            _0="Nothing new is assigned."
            one="# training is assigned."
            other="# trainings are assigned."
          />
        </EffectLine>
        <EffectLine count={open}>
          <Plural
            value={open}
            one="# training that is open already counts for the onboarding from now on."
            other="# trainings that are open already count for the onboarding from now on."
          />
        </EffectLine>
        <EffectLine>
          <Trans>The onboarding is complete when the last of them is done.</Trans>
        </EffectLine>
      </EffectList>
    </>
  );
}

function Required({ modules }: { readonly modules: Modules }) {
  const { t } = useLingui();
  if (modules.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>No training matrix requires anything for this Training Category here.</Trans>
      </Text>
    );
  }
  return (
    <ScrollingList label={t`Required trainings`} height={240}>
      <List size="sm" spacing={6} listStyleType="none">
        {modules.map(({ moduleId, title, state, dueDate }) => (
          <List.Item key={moduleId} style={{ overflowWrap: 'anywhere' }}>
            {title}
            <Text span size="xs" c="dimmed">
              {' · '}
              {state === 'new' && <Trans>is assigned</Trans>}
              {state === 'open' && <Trans>already open</Trans>}
              {state === 'completed' && <Trans>already completed</Trans>}
              {dueDate && (
                <>
                  {', '}
                  <Trans>
                    due <CalendarDate value={dueDate} />
                  </Trans>
                </>
              )}
            </Text>
          </List.Item>
        ))}
      </List>
    </ScrollingList>
  );
}
