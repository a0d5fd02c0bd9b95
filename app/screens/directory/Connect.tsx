import { Button, Code, CopyButton, Group, List, Paper, Text, Title } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { TextLink } from '#app/ui/links.tsx';

/** How a company directory is connected: token, address, and what happens to accounts (OPS-06). */
export function Connect() {
  const address = `${window.location.origin}/scim/v2`;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="xs">
        <Trans>Connect the directory</Trans>
      </Title>
      <List type="ordered" size="sm" spacing="xs">
        <List.Item>
          <Trans>
            <TextLink to="/tokens" size="sm" underline="always">
              Create an API token
            </TextLink>{' '}
            with the permission “Manage people from a company directory (SCIM)”, for one organization or for
            all.
          </Trans>
        </List.Item>
        <List.Item>
          <Trans>Enter the token and this address in the directory:</Trans>
          <Group gap="xs" mt={4}>
            <Code translate="no" style={{ overflowWrap: 'anywhere' }}>
              {address}
            </Code>
            <CopyButton value={address}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={copy}
                  leftSection={
                    copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />
                  }
                >
                  {copied ? <Trans>Copied</Trans> : <Trans>Copy address</Trans>}
                </Button>
              )}
            </CopyButton>
          </Group>
        </List.Item>
        <List.Item>
          <Trans>Start with a few people, and check their accounts under Users & Roles.</Trans>
        </List.Item>
      </List>
      <Text size="sm" c="dimmed" mt="sm">
        <Trans>
          People who already have an account with the same email keep it, with all their records. People who
          are removed from the directory are deactivated and signed out. No account is deleted.
        </Trans>
      </Text>
    </Paper>
  );
}
