import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { IconCopy, IconDownload, IconExternalLink } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { certificatesContract } from '#shared/contract/certificates.ts';
import { ProofButton } from '#app/features/training/ProofButton.tsx';
import { copyText } from '#app/lib/copy-text.ts';
import { saveFile } from '#app/lib/download.ts';
import { messages } from '#app/lib/messages.ts';
import { reportFailure } from '#app/lib/query.ts';
import { showToast } from '#app/lib/toasts.ts';
import type { OwnCertificate } from '#app/screens/certificates/certificate-view.ts';

/** The certificate as PDF, its public page, and the address of that page to share (LRN-04, LRN-05). */
export function CertificateActions({
  certificate,
  big = false,
}: {
  readonly certificate: OwnCertificate;
  /** Full width, easy to tap on a phone. */
  readonly big?: boolean;
}) {
  const { t } = useLingui();
  const { number, moduleTitle, verifyUrl } = certificate;
  const download = useMutation({
    mutationFn: () => saveFile(certificatesContract.pdf, `certificate-${number}.pdf`, { params: { number } }),
    onError: (error) => reportFailure(error, messages.certificateDownloadFailed),
  });
  const copy = async (): Promise<void> => {
    const done = await copyText(new URL(verifyUrl, window.location.origin).href);
    showToast(done ? messages.linkCopied : messages.linkNotCopied);
  };
  return (
    <Group gap={8} wrap={big ? 'wrap' : 'nowrap'} justify="flex-end" w={big ? '100%' : undefined}>
      <Button
        size={big ? 'sm' : 'xs'}
        variant="light"
        style={big ? { flex: '1 0 auto' } : undefined}
        leftSection={<IconDownload size={big ? 17 : 15} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
        aria-label={t`Download PDF of the certificate for ${moduleTitle}`}
      >
        <Trans>Download PDF</Trans>
      </Button>
      <Group gap={8} wrap="nowrap">
        <ProofButton
          proven={{ assignmentId: certificate.assignmentId }}
          of={moduleTitle}
          iconSize={big ? 36 : 30}
        />
        <Tooltip label={t`Open the public page`}>
          <ActionIcon
            component="a"
            href={verifyUrl}
            target="_blank"
            rel="noopener"
            variant="default"
            size={big ? 36 : 30}
            aria-label={t`Open the public page of the certificate for ${moduleTitle}`}
          >
            <IconExternalLink size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t`Copy the link to the public page`}>
          <ActionIcon
            variant="default"
            size={big ? 36 : 30}
            onClick={() => void copy()}
            aria-label={t`Copy the link to the public page of the certificate for ${moduleTitle}`}
          >
            <IconCopy size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Group>
  );
}
