import { NumberInput, Radio, Stack, TextInput, Textarea } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { modulesContract } from '#shared/contract/modules.ts';
import { modulePublishingContract, publishForm } from '#shared/contract/module-publishing.ts';
import { retrainingChoices } from '#shared/domain/modules/publishing.ts';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { queryFor } from '#app/lib/client.ts';
import { errorOutsideFields, useAppForm, validateBy } from '#app/lib/forms.ts';
import { useMailServer } from '#app/lib/mail-server.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { OutdatedDraft } from '#app/screens/training-modules/publish/OutdatedDraft.tsx';
import { PublishEffect } from '#app/screens/training-modules/publish/PublishEffect.tsx';
import { ConfirmDialog, DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/** The draft that will be published. */
export interface DraftToPublish {
  readonly moduleId: number;
  readonly versionId: number;
  readonly title: string;
  readonly changeNote: string | null;
}

interface Values extends Record<string, unknown> {
  changeNote: string;
  when: string;
  effectiveFrom: string;
  retraining: string;
  dueDays: number | string;
}

/**
 * Publishes a draft (MOD-11): note, day, who retrains; then all people affected, with due dates and the rate before and
 * after. If the data has changed in between, the new effect is shown instead.
 */
export function PublishDialog({
  draft,
  onClose,
}: {
  readonly draft: DraftToPublish;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const [choice, setChoice] = useState<z.input<typeof publishForm> | null>(null);
  const [again, setAgain] = useState(false);
  const { toastOf } = useMailServer();
  const params = { id: draft.moduleId, versionId: draft.versionId };
  const module = useQuery(queryFor(modulesContract.get, { params: { id: draft.moduleId } }));
  const version = module.data?.versions.find(({ id }) => id === draft.versionId);
  const preview = useCommand(modulePublishingContract.publish, {
    failure: messages.contentUpdateFailed,
    onError: (error) => showErrors(error),
  });
  const publish = useCommand(modulePublishingContract.publish, {
    failure: messages.contentUpdateFailed,
    success: ({ atOnce, effect: made }) => {
      const row = atOnce ? messages.versionPublished : messages.versionScheduled;
      return sendsMails(made) ? toastOf(row) : row;
    },
    onSuccess: onClose,
    onError: (error) => {
      if (error.code !== 'EFFECT_CHANGED' || !choice) return false;
      setAgain(true);
      preview.mutate({ params, body: { ...choice, preview: true } });
      return true;
    },
  });
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: {
      changeNote: draft.changeNote ?? '',
      when: 'now',
      effectiveFrom: '',
      retraining: 'none',
      dueDays: 30,
    },
    rules: (values) => ({
      ...validateBy(publishForm)(bodyOf(values)),
      ...(values.when === 'later' && values.effectiveFrom === '' ? { effectiveFrom: t`Choose the day` } : {}),
    }),
    send: (values) => {
      const body = publishForm.parse(bodyOf(values));
      setChoice(body);
      setAgain(false);
      preview.mutate({ params, body: { ...body, preview: true } });
    },
  });
  const effect = preview.data?.effect;
  if (choice && preview.data && effect) {
    const { effectHash, atOnce, effectiveFrom, overtakenBy } = preview.data;
    return (
      <ConfirmDialog
        opened
        size="lg"
        title={t`Publish ${draft.title}?`}
        confirmLabel={<Trans>Publish</Trans>}
        busy={publish.isPending || preview.isPending}
        error={again ? null : publish.error}
        onConfirm={() => publish.mutate({ params, body: { ...choice, effectHash } })}
        onClose={() => {
          publish.reset();
          preview.reset();
        }}
      >
        <Stack gap="md">
          <OutdatedDraft overtaking={overtakenBy} />
          <PublishEffect effect={effect} atOnce={atOnce} effectiveFrom={effectiveFrom} changed={again} />
          {sendsMails(effect) && <MailNotice />}
        </Stack>
      </ConfirmDialog>
    );
  }
  return (
    <FormDialog
      opened
      title={t`Publish a new version of ${draft.title}`}
      submitLabel={<Trans>Show effect</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={preview.isPending}
      changed={form.isDirty()}
    >
      <OutdatedDraft overtaking={version?.overtakenBy} />
      <Textarea
        label={t`What changed`}
        description={t`Saved with the version in its history.`}
        withAsterisk
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('changeNote')}
        key={form.key('changeNote')}
      />
      <Radio.Group label={t`Effective`} {...form.getInputProps('when')} key={form.key('when')}>
        <Stack gap="xs" mt="xs">
          <Radio value="now" label={t`Immediately: people who started the old version start over`} />
          <Radio value="later" label={t`From a later date: people who started the old version finish it`} />
        </Stack>
      </Radio.Group>
      {form.values.when === 'later' && (
        <TextInput
          type="date"
          label={t`Effective date`}
          withAsterisk
          maw={240}
          {...form.getInputProps('effectiveFrom')}
          key={form.key('effectiveFrom')}
        />
      )}
      <Radio.Group label={t`Retraining`} {...form.getInputProps('retraining')} key={form.key('retraining')}>
        <Stack gap="xs" mt="xs">
          <Radio value="none" label={t`No retraining required`} />
          <Radio value="completed" label={t`Everyone who completed an old version`} />
          <Radio value="all" label={t`Everyone, including people finishing the old version`} />
        </Stack>
      </Radio.Group>
      {form.values.retraining !== 'none' && (
        <NumberInput
          label={t`Days to due`}
          description={t`Counted from the effective date`}
          min={0}
          max={3650}
          maw={240}
          {...form.getInputProps('dueDays')}
          key={form.key('dueDays')}
        />
      )}
      <DialogError error={errorOutsideFields(preview.error, form.values)} />
    </FormDialog>
  );
}

/** Returns whether anyone must retrain or start over, and so gets an email (NOT-06). */
function sendsMails(effect: ResponseOf<typeof modulePublishingContract.publish>['effect']): boolean {
  if (effect === null) return false;
  const { retrained, begins_again, finishes_old_then_retrained, finishes_old_retrained_if_before } =
    effect.counts;
  return retrained + begins_again + finishes_old_then_retrained + finishes_old_retrained_if_before > 0;
}

function bodyOf(values: Values) {
  return {
    changeNote: values.changeNote,
    effectiveFrom: values.when === 'later' && values.effectiveFrom !== '' ? values.effectiveFrom : null,
    retraining: retrainingChoices.find((choice) => choice === values.retraining) ?? 'none',
    dueDays: values.dueDays === '' ? Number.NaN : Number(values.dueDays),
  };
}
