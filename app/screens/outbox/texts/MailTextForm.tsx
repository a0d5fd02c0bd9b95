import { Badge, Button, Code, Group, Paper, Text, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { mailTextForm, mailTextsContract } from '#shared/contract/mail-texts.ts';
import { mailTextLimits, wrongMailText } from '#shared/domain/notifications/mail-texts.ts';
import type { Language } from '#shared/domain/people/settings.ts';
import { errorOutsideFields, errorsByField, useAppForm, validateBy } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { MailFrame } from '#app/screens/outbox/MailDrawer.tsx';
import classes from '#app/screens/outbox/texts/MailTexts.module.css';
import { ConfirmDialog, DialogError } from '#app/ui/ConfirmDialog.tsx';
import { LeaveGuard } from '#app/ui/LeaveGuard.tsx';

type Kind = ResponseOf<typeof mailTextsContract.list>[number];

const required = validateBy<{ subject: string; body: string }>(mailTextForm);

/** The text of one kind of email: subject, paragraphs, an example of it, and a way back to the earlier text (NOT-06). */
export function MailTextForm({
  kind,
  language,
  organizationId,
}: {
  readonly kind: Kind;
  readonly language: Language;
  readonly organizationId: number | null;
}) {
  const { t } = useLingui();
  const { template, subject, body, placeholders, hasList, hasLink } = kind;
  const [asking, setAsking] = useState(false);
  const about = { template, language };
  const preview = useCommand(mailTextsContract.preview, {
    onError: (error) => showErrors(error) || true,
  });
  const save = useCommand(mailTextsContract.change, {
    success: messages.mailTextSaved,
    onSuccess: () => form.resetDirty(),
    onError: (error) => showErrors(error) || true,
  });
  const reset = useCommand(mailTextsContract.reset, {
    success: messages.mailTextReset,
    onSuccess: () => setAsking(false),
    onError: () => true,
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { subject, body },
    rules: (values) => ({
      ...errorsByField(
        wrongMailText({ placeholders, hasList, hasLink }, values).map(({ field, reason }) => ({
          path: field,
          reason,
        })),
      ),
      ...required(values),
    }),
    send: (values) => save.mutate({ body: { ...about, organizationId, ...values } }),
  });
  const { mutate: show } = preview;
  useEffect(() => {
    show({ body: { template, language, subject, body } });
  }, [show, template, language, subject, body]);
  const changed = form.isDirty();
  const isOwn = kind.origin === (organizationId === null ? 'all' : 'organization');
  const places = [...placeholders, ...(hasList ? ['list'] : []), ...(hasLink ? ['link'] : [])];
  return (
    <div className={classes.columns}>
      <LeaveGuard when={changed} saving={save.isPending} />
      <Paper withBorder component="form" className={classes.card} onSubmit={submit} noValidate>
        <Group gap="xs">
          <Badge variant="light" color={kind.origin === 'product' ? 'gray' : 'teal'} tt="none">
            {kind.origin === 'product' ? (
              <Trans>Standard text</Trans>
            ) : kind.origin === 'all' ? (
              <Trans>Text for all organizations</Trans>
            ) : (
              <Trans>Text for this organization</Trans>
            )}
          </Badge>
        </Group>
        <TextInput
          label={t`Subject`}
          withAsterisk
          maxLength={mailTextLimits.subject}
          {...form.getInputProps('subject')}
          key={form.key('subject')}
        />
        <Textarea
          label={t`Text`}
          description={t`Leave an empty line between paragraphs.`}
          withAsterisk
          autosize
          minRows={8}
          maxRows={20}
          maxLength={mailTextLimits.body}
          {...form.getInputProps('body')}
          key={form.key('body')}
        />
        {places.length > 0 && (
          <Text size="sm" c="dimmed" component="div">
            <Trans>Placeholders:</Trans>{' '}
            {places.map((place) => (
              <Code key={place} className={classes.place}>{`{${place}}`}</Code>
            ))}
          </Text>
        )}
        <DialogError error={errorOutsideFields(save.error ?? preview.error, form.values)} />
        <Group gap="sm">
          <Button type="submit" loading={save.isPending} disabled={!changed}>
            <Trans>Save</Trans>
          </Button>
          <Button
            variant="default"
            loading={preview.isPending}
            onClick={() => {
              if (!form.validate().hasErrors) show({ body: { ...about, ...form.values } });
            }}
          >
            <Trans>Preview</Trans>
          </Button>
          {isOwn && (
            <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
              <Trans>Reset</Trans>
            </Button>
          )}
        </Group>
      </Paper>
      <Paper withBorder component="section" className={classes.card} aria-label={t`Preview`}>
        <Text size="sm" c="dimmed">
          <Trans>Preview with an example</Trans>
        </Text>
        {preview.data && (
          <>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {preview.data.subject}
            </Text>
            <MailFrame html={preview.data.html} />
          </>
        )}
      </Paper>
      {asking && (
        <ConfirmDialog
          opened
          destructive
          title={t`Reset this text?`}
          confirmLabel={<Trans>Reset text</Trans>}
          effects={
            organizationId === null ? (
              <Trans>The standard text will be used again.</Trans>
            ) : (
              <Trans>The text for all organizations, or the standard text, will be used again.</Trans>
            )
          }
          busy={reset.isPending}
          error={reset.error}
          onConfirm={() => reset.mutate({ body: { ...about, organizationId } })}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
