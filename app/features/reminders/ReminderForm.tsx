import { Button, Modal, Radio, Stack, Text, Textarea } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { remindersContract } from '#shared/contract/reminders.ts';
import {
  reminderLimits,
  reminderTypes,
  type ReminderType,
} from '#shared/domain/reminders/manual-reminders.ts';
import { ChosenNames } from '#app/features/assigning/ChosenNames.tsx';
import type { ChosenModules } from '#app/features/assigning/ModulesSelect.tsx';
import { ModuleFilter } from '#app/features/by-module/ModuleFilter.tsx';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { Recipients, type Chosen } from '#app/features/reminders/Recipients.tsx';
import classes from '#app/features/reminders/Reminders.module.css';
import { SkippedPeople } from '#app/features/reminders/SkippedPeople.tsx';
import { typeTexts } from '#app/features/reminders/reminder-texts.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { useReturnFocus } from '#app/lib/focus.ts';
import { useFormat } from '#app/lib/format.ts';
import { useMailServer } from '#app/lib/mail-server.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { DialogError, DialogFailure } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

type Answer = ResponseOf<typeof remindersContract.send>;

const nobody: Chosen = new Map();

/** The form of the reminder dialog (SPEC §2.5, REM-01); mounted again each time, so that it is empty at the start. */
export function ReminderForm({
  onClose,
  userIds,
  type: initialType,
  moduleId,
  modules,
}: {
  readonly onClose: () => void;
  readonly userIds: readonly string[] | undefined;
  readonly type: ReminderType | undefined;
  readonly moduleId: number | undefined;
  readonly modules: ChosenModules | undefined;
}) {
  const { t, i18n } = useLingui();
  const { number } = useFormat();
  const [type, setType] = useState<ReminderType | null>(initialType ?? null);
  const [module, setModule] = useState(moduleId === undefined ? '' : String(moduleId));
  const moduleIds = modules ? [...modules.keys()].join(',') : module;
  const [chosen, setChosen] = useState<Chosen>(nobody);
  const [message, setMessage] = useState('');
  const [touched, setTouched] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const keyOf = useKey();
  const { configured } = useMailServer();
  useReturnFocus();
  const send = useCommand(remindersContract.send, {
    failure: messages.remindersFailed,
    success: ({ sent }) =>
      sent === 0 ? messages.remindersNone : configured ? messages.remindersSent : messages.remindersQueued,
    successValues: ({ sent }) => ({ count: sent }),
    onSuccess: (result) => {
      if (result.skipped.length === 0) onClose();
      else setAnswer(result);
    },
  });
  if (answer) {
    return (
      <Modal opened onClose={onClose} title={<Trans>Reminders left out</Trans>} size="lg">
        <Stack gap="md">
          <SkippedPeople answer={answer} names={chosen} />
          <DialogFooter>
            <Button onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
          </DialogFooter>
        </Stack>
      </Modal>
    );
  }
  const tooMany = chosen.size > reminderLimits.perCall;
  const [written, most] = [number(message.length), number(reminderLimits.messageLength)];
  return (
    <FormDialog
      opened
      title={<Trans>Send Reminders</Trans>}
      submitLabel={<Trans>Send</Trans>}
      size="xl"
      busy={send.isPending}
      blocked={type === null || chosen.size === 0 || tooMany}
      changed={touched}
      onClose={onClose}
      onSubmit={(event) => {
        event?.preventDefault();
        if (type === null) return;
        const customMessage = message.trim();
        const body = {
          reminderType: type,
          userIds: [...chosen.keys()],
          ...(moduleIds !== '' && { moduleIds: moduleIds.split(',').map(Number) }),
          ...(customMessage !== '' && { customMessage }),
        };
        send.mutate({ body, idempotencyKey: keyOf(body) });
      }}
    >
      <Radio.Group
        label={t`Reminder type`}
        value={type}
        onChange={(value) => {
          const next = reminderTypes.find((one) => one === value) ?? null;
          if (next === type) return;
          setType(next);
          setChosen(nobody);
        }}
      >
        <div className={classes.types}>
          {reminderTypes.map((value) => (
            <Radio
              key={value}
              value={value}
              label={i18n._(typeTexts[value].label)}
              description={i18n._(typeTexts[value].hint)}
            />
          ))}
        </div>
      </Radio.Group>
      {modules ? (
        <ChosenNames
          label={t`Selected modules`}
          names={[...modules.values()]}
          title={
            <Plural
              value={modules.size}
              one="People who have this module open, or whose completion has expired"
              other="People who have one of these # modules open, or whose completion has expired"
            />
          }
        />
      ) : (
        <ModuleFilter
          value={module}
          description={t`Only people who have this module open, or whose completion has expired`}
          onChange={(id) => {
            setModule(id);
            setChosen(nobody);
          }}
        />
      )}
      {type === null ? (
        <Text size="sm" c="dimmed">
          <Trans>Choose a reminder type to see who will receive it.</Trans>
        </Text>
      ) : (
        <Recipients
          key={`${type} ${module}`}
          type={type}
          moduleIds={moduleIds}
          userIds={userIds}
          choosesAll={modules !== undefined}
          chosen={chosen}
          onChange={(next, byHand) => {
            setChosen(next);
            if (byHand) setTouched(true);
          }}
        />
      )}
      <Textarea
        label={t`Custom message (optional)`}
        description={
          <Trans>
            Included in the email as plain text. {written} of {most} characters
          </Trans>
        }
        autosize
        minRows={2}
        maxRows={6}
        maxLength={reminderLimits.messageLength}
        value={message}
        onChange={({ currentTarget }) => {
          setMessage(currentTarget.value);
          setTouched(true);
        }}
      />
      <MailNotice />
      <SendError error={send.error} />
    </FormDialog>
  );
}

/** The reason why nothing was sent, in addition to the toast of SPEC §8. */
function SendError({ error }: { readonly error: Error | null }) {
  if (error instanceof ApiError && error.code === 'NOT_FOUND') {
    return (
      <DialogFailure>
        <Trans>Someone you chose no longer reports to you. Choose again; nothing was sent.</Trans>
      </DialogFailure>
    );
  }
  return <DialogError error={error} />;
}

/** One key per request: a second try of the same request cannot send twice; another choice is another request. */
function useKey(): (body: object) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: newKey() };
    return last.current.key;
  };
}

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
