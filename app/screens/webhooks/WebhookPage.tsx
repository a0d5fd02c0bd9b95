import { Button, Paper } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconKey, IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { webhooksContract as contract } from '#shared/contract/webhooks.ts';
import { isNotFound } from '#app/lib/api-error.ts';
import { queryFor } from '#app/lib/client.ts';
import { usePageTitle } from '#app/lib/page-title.ts';
import { useCommand } from '#app/lib/query.ts';
import { Deliveries } from '#app/screens/webhooks/Deliveries.tsx';
import { DeleteWebhook, RotateSecret } from '#app/screens/webhooks/ReasonDialogs.tsx';
import { WebhookBadge, WebhookFacts } from '#app/screens/webhooks/WebhookFacts.tsx';
import { ChangeWebhook } from '#app/screens/webhooks/WebhookForms.tsx';
import { refreshInterval, tested, type WebhookView } from '#app/screens/webhooks/webhook-labels.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { PageSkeleton } from '#app/ui/Loading.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/** /webhooks/:id (OPS-06): a webhook with its deliveries. */
export function WebhookPage() {
  const { t } = useLingui();
  const { webhookId = '' } = useParams({ strict: false });
  const webhook = useQuery({
    ...queryFor(contract.get, { params: { id: webhookId } }),
    staleTime: 0,
    refetchInterval: refreshInterval,
  });
  usePageTitle(webhook.data?.name);
  return (
    <Page>
      <Load
        query={webhook}
        skeleton={<PageSkeleton label={t`Loading the webhook...`} />}
        failed={(error) =>
          isNotFound(error) && (
            <>
              <PageHeader title={t`Webhook`} />
              <EmptyState
                title={<Trans>There is no such webhook</Trans>}
                action={
                  <TextLink to="/webhooks">
                    <Trans>Webhooks</Trans>
                  </TextLink>
                }
              />
            </>
          )
        }
      >
        {(loaded) => <Loaded webhook={loaded} />}
      </Load>
    </Page>
  );
}

function Loaded({ webhook }: { readonly webhook: WebhookView }) {
  const [dialog, setDialog] = useState<'change' | 'rotate' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const { id, name, isActive, createdAt, createdByName } = webhook;
  const sendTest = useCommand(contract.test, { success: tested });
  return (
    <>
      <PageHeader
        crumbs={[{ label: <Trans>Webhooks</Trans>, to: '/webhooks' }, { label: name }]}
        title={name}
        badge={<WebhookBadge webhook={webhook} />}
        subtitle={
          <Trans>
            Created <Moment value={createdAt} show="dateTime" /> by {createdByName}
          </Trans>
        }
        actions={
          <>
            {isActive && (
              <Button
                leftSection={<IconSend size={18} aria-hidden />}
                loading={sendTest.isPending}
                onClick={() => sendTest.mutate({ params: { id } })}
              >
                <Trans>Send test event</Trans>
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconPencil size={18} aria-hidden />}
              onClick={() => setDialog('change')}
            >
              <Trans>Change</Trans>
            </Button>
            <Button
              variant="default"
              leftSection={<IconKey size={18} aria-hidden />}
              onClick={() => setDialog('rotate')}
            >
              <Trans>Rotate secret</Trans>
            </Button>
            <Button
              color="red"
              variant="light"
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => setDialog('delete')}
            >
              <Trans>Delete</Trans>
            </Button>
          </>
        }
      />
      <Paper withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
        <WebhookFacts webhook={webhook} />
      </Paper>
      <Deliveries webhook={webhook} />
      {dialog === 'change' && <ChangeWebhook webhook={webhook} onClose={close} />}
      {dialog === 'rotate' && <RotateSecret id={id} onClose={close} />}
      {dialog === 'delete' && <DeleteWebhook id={id} onClose={close} />}
    </>
  );
}
