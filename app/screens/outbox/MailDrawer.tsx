import { Alert, Drawer, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { outboxContract } from '#shared/contract/outbox.ts';
import { queryFor } from '#app/lib/client.ts';
import { styleNonce } from '#app/lib/style-nonce.ts';
import { MailStatus, Receiver, useTemplateLabel } from '#app/screens/outbox/MailFacts.tsx';
import type { OutboxMail } from '#app/screens/outbox/outbox-query.ts';
import classes from '#app/screens/outbox/Outbox.module.css';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

/** An email as it was sent, or as it would be sent now (NOT-06); opening it is recorded. */
export function MailDrawer({
  mail,
  configured,
  onClose,
}: {
  readonly mail: OutboxMail | null;
  /** Whether an email server is set up. */
  readonly configured: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Drawer opened={mail !== null} onClose={onClose} title={mail?.subject} position="right" size={680}>
      {mail && <OpenMail mail={mail} configured={configured} />}
    </Drawer>
  );
}

function OpenMail({ mail, configured }: { readonly mail: OutboxMail; readonly configured: boolean }) {
  const { t } = useLingui();
  const labelOf = useTemplateLabel();
  const [part, setPart] = useState('html');
  const opened = useQuery({
    ...queryFor(outboxContract.open, { params: { id: String(mail.id) } }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Stack gap="md">
      <Receiver mail={mail} />
      <Text size="sm" c="dimmed">
        {labelOf(mail.template)}
      </Text>
      <MailStatus mail={mail} configured={configured} />
      <Load query={opened} skeleton={<LineSkeletons label={t`Loading the email...`} count={6} />}>
        {({ html, text, asSent }) => (
          <>
            <Alert variant="light" color={asSent ? 'teal' : 'yellow'} icon={<IconEye aria-hidden />}>
              {asSent ? (
                <Trans>As sent. Secret parts of links are hidden.</Trans>
              ) : (
                <Trans>Preview of what will be sent. Secret parts of links are hidden.</Trans>
              )}
            </Alert>
            <SegmentedControl
              aria-label={t`View`}
              value={part}
              onChange={setPart}
              data={[
                { value: 'html', label: t`Formatted` },
                { value: 'text', label: t`Plain text` },
              ]}
            />
            {part === 'html' ? <MailFrame html={html} /> : <pre className={classes.plain}>{text}</pre>}
          </>
        )}
      </Load>
    </Stack>
  );
}

/** The page of an email: without scripts, forms or access to this page, and with links that are disabled. */
export function MailFrame({ html }: { readonly html: string }) {
  const { t } = useLingui();
  return (
    <iframe
      className={classes.frame}
      title={t`The email`}
      sandbox=""
      srcDoc={html.replaceAll(' href="', ' data-href="').replaceAll('<style', `<style nonce="${styleNonce}"`)}
    />
  );
}
