import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

/** The secret of a webhook, which is shown only once (OPS-06). */
export function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t`Secret of the webhook`}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          <Trans>Copy the secret now and store it in the receiver. It will not be shown again.</Trans>
        </Alert>
        <Code block translate="no" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
        <Group>
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                onClick={copy}
                leftSection={
                  copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
              >
                {copied ? <Trans>Copied</Trans> : <Trans>Copy the secret</Trans>}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Text size="sm" c="dimmed">
          <Trans>
            The receiver checks the signature of each event with it, as Standard Webhooks describes.
          </Trans>
        </Text>
        <DialogFooter>
          <Button onClick={onClose} data-autofocus>
            <Trans>I have stored it</Trans>
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}
