import { Button, Group, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconEye } from '@tabler/icons-react';
import type { z } from 'zod';
import type { documentSignature } from '#shared/contract/hr-schemas.ts';
import { Evidence } from '#app/features/training/Evidence.tsx';
import { ProofButton } from '#app/features/training/ProofButton.tsx';
import type { DocumentVersion } from '#app/features/hr/document-file.ts';
import { useFormat } from '#app/lib/format.ts';
import { CalendarDate, Moment } from '#app/ui/Moment.tsx';

type Signature = z.output<typeof documentSignature>;

/** A recomputed signature of the HR area: name, time with zone, meaning, and the reason if it is not valid (SIG-04). */
export function SignatureLine({ signature }: { readonly signature: Signature }) {
  const { valid, reasonCode, printedName, signedAt, timeZone, meaning } = signature;
  const shown =
    printedName !== null && signedAt !== null && timeZone !== null && meaning !== null
      ? { printedName, signedAt, timeZone, meaning }
      : null;
  return <Evidence evidence={{ state: valid ? 'valid' : 'not_valid', reasonCode, signature: shown }} />;
}

/** The versions of a document, the newest first, each with its file, dates and signature (HR-02…04). */
export function VersionList({
  title,
  versions,
  onOpen,
}: {
  /** The title of the versioned document. It distinguishes the buttons for screen readers. */
  readonly title: string;
  readonly versions: readonly (DocumentVersion & {
    readonly signature?: Signature | null;
    readonly validUntil?: string | null;
  })[];
  readonly onOpen: (version: DocumentVersion) => void;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const showOf = (version: string) => t`Show ${title}, version ${version}`;
  const proofOf = (version: string) => t`${title}, version ${version}`;
  const downloadOf = (version: string) => t`Download ${title}, version ${version}`;
  return (
    <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
      {versions.map((version) => (
        <li key={version.id}>
          <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
            <Trans>
              Version {version.number}: {version.file.name}
            </Trans>
          </Text>
          <Text size="xs" c="dimmed">
            <Trans>
              Uploaded <Moment value={version.uploadedAt} show="dateTime" />
            </Trans>
            {version.uploadedBy && <> · {version.uploadedBy}</>}
            {version.validUntil && (
              <>
                {' · '}
                <Trans>
                  Valid until <CalendarDate value={version.validUntil} />
                </Trans>
              </>
            )}
            {version.effectiveOn && (
              <>
                {' · '}
                <Trans>
                  Effective from <CalendarDate value={version.effectiveOn} />
                </Trans>
              </>
            )}
            {version.reviewOn && (
              <>
                {' · '}
                <Trans>
                  Review by <CalendarDate value={version.reviewOn} />
                </Trans>
              </>
            )}
          </Text>
          {version.note && <Text size="sm">{version.note}</Text>}
          {version.signature && <SignatureLine signature={version.signature} />}
          <Group gap="xs" mt={6}>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconEye size={15} aria-hidden />}
              aria-label={showOf(format.number(version.number))}
              onClick={() => onOpen(version)}
            >
              <Trans>Show</Trans>
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              component="a"
              href={`${version.file.url}?download=true`}
              leftSection={<IconDownload size={15} aria-hidden />}
              aria-label={downloadOf(format.number(version.number))}
            >
              <Trans>Download</Trans>
            </Button>
            {version.signature?.valid === true && (
              <ProofButton proven={{ cvVersionId: version.id }} of={proofOf(format.number(version.number))} />
            )}
          </Group>
        </li>
      ))}
    </Stack>
  );
}
