import { Button, Modal, Stack, Text } from '@mantine/core';
import { IconMessageQuestion, IconShieldCheck } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { PrepareBundle } from '#app/features/trail/PrepareBundle.tsx';
import { useUser } from '#app/lib/session.ts';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';
import { ButtonLink } from '#app/ui/links.tsx';

/** The signed trail for an offline check (AUD-03): people who may take it prepare it here, inspectors without it request it. */
export function TakeBundle() {
  const { permissions } = useUser();
  const [open, setOpen] = useState(false);
  if (!permissions.includes('audit.bundle'))
    return permissions.includes('inspections.request') ? (
      <ButtonLink
        variant="default"
        to="/inspection"
        search={{ request: 'bundle' }}
        leftSection={<IconMessageQuestion size={18} aria-hidden />}
      >
        <Trans>Request bundle</Trans>
      </ButtonLink>
    ) : null;
  const close = (): void => setOpen(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShieldCheck size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        <Trans>Signed bundle</Trans>
      </Button>
      <Modal opened={open} title={<Trans>Signed bundle</Trans>} size="lg" onClose={close}>
        <Stack gap="md">
          <Text>
            <Trans>
              The bundle is a ZIP file with events, seals, public keys and the verifier, for a check without
              this system. It contains personal data. The filters of the list do not apply to it.
            </Trans>
          </Text>
          <PrepareBundle />
          <DialogFooter>
            <Button variant="default" onClick={close}>
              <Trans>Close</Trans>
            </Button>
          </DialogFooter>
        </Stack>
      </Modal>
    </>
  );
}
