import { Anchor, Button, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { stateLooks, templateLabels } from '#app/screens/outbox/mail-labels.ts';
import type { OutboxMail } from '#app/screens/outbox/outbox-query.ts';
import classes from '#app/screens/outbox/Outbox.module.css';
import { Email } from '#app/ui/Email.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The name of a kind of email in the person's language. */
export function useTemplateLabel(): (template: string) => string {
  const { i18n } = useLingui();
  return (template) => {
    const label = templateLabels[template];
    return label ? i18n._(label) : template;
  };
}

/** The recipient of an email. */
export function Receiver({ mail: { to, person } }: { readonly mail: OutboxMail }) {
  return (
    <div className={classes.words}>
      <Text size="sm" fw={600}>
        <Email address={to} />
      </Text>
      {person && (
        <Text size="xs" c="dimmed">
          {person}
        </Text>
      )}
    </div>
  );
}

/** The subject of an email, which opens it, and its kind (NOT-06). */
export function Subject({
  mail,
  onOpen,
}: {
  readonly mail: OutboxMail;
  readonly onOpen: (mail: OutboxMail) => void;
}) {
  const labelOf = useTemplateLabel();
  return (
    <div className={classes.words}>
      <Anchor component="button" type="button" className={classes.subject} onClick={() => onOpen(mail)}>
        {mail.subject}
      </Anchor>
      <Text size="xs" c="dimmed">
        {labelOf(mail.template)}
      </Text>
    </div>
  );
}

/** The delivery of an email: state, tries, the next try, the last error (NOT-02). */
export function MailStatus({
  mail: { state, attempts, nextAttemptAt, lastError, sentAt },
  configured,
}: {
  readonly mail: OutboxMail;
  readonly configured: boolean;
}) {
  const { i18n } = useLingui();
  const { label, tone, icon } = stateLooks[state];
  return (
    <div className={classes.standing}>
      <ToneBadge tone={tone} icon={icon} size="sm">
        {i18n._(label)}
      </ToneBadge>
      <Text size="xs" c="dimmed" component="div">
        {state === 'sent' && sentAt && <Moment value={sentAt} show="dateTime" />}
        {state === 'held' && <Trans>May have been sent before a restore.</Trans>}
        {(state === 'waiting' || state === 'failed') && attempts > 0 && (
          <Plural value={attempts} one="# try" other="# tries" />
        )}
        {state === 'waiting' && (attempts > 0 || lastError !== null) && nextAttemptAt && configured && (
          <>
            {attempts > 0 && ' · '}
            <Trans>
              next <Moment value={nextAttemptAt} show="dateTime" />
            </Trans>
          </>
        )}
      </Text>
      {lastError && state !== 'sent' && (
        <Text size="xs" className={classes.error}>
          {lastError}
        </Text>
      )}
    </div>
  );
}

/** Retry of a failed email, release of a held one, or an immediate try of one that is scheduled for its next try. */
export function MailAction({
  mail,
  busy,
  onResend,
  big = false,
}: {
  readonly mail: OutboxMail;
  readonly busy: boolean;
  readonly onResend: (mail: OutboxMail) => void;
  readonly big?: boolean;
}) {
  const { t } = useLingui();
  const { to, state, attempts, lastError } = mail;
  // If sending is blocked, no try is counted, and the reason is stored.
  if (state === 'sent' || (state === 'waiting' && attempts === 0 && lastError === null)) return null;
  const [label, name] =
    state === 'held' ? [t`Release`, t`Release the email to ${to}`] : [t`Retry`, t`Retry the email to ${to}`];
  return (
    <Button
      variant="default"
      size={big ? 'sm' : 'compact-sm'}
      mih={big ? 44 : undefined}
      loading={busy}
      aria-label={name}
      onClick={() => onResend(mail)}
    >
      {label}
    </Button>
  );
}
