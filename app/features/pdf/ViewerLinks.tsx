import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconDownload, IconExternalLink } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';

/** The ways out of the viewer: a separate tab, and the file (VIEW-02). */
export function ViewerLinks({ url, downloadUrl }: { readonly url: string; readonly downloadUrl: string }) {
  const { t } = useLingui();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t`More ways to read`}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component="a"
          href={url}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          <Trans>Open in new tab</Trans>
        </Menu.Item>
        <Menu.Item component="a" href={downloadUrl} leftSection={<IconDownload size={16} aria-hidden />}>
          <Trans>Download</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
