import { Button, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { hrOwnContract } from '#shared/contract/hr-own.ts';
import { shownFile } from '#app/features/hr/document-file.ts';
import { FileDialog } from '#app/features/files/FileDialog.tsx';
import { useFormat } from '#app/lib/format.ts';
import { CalendarDate } from '#app/ui/Moment.tsx';

type Document = ResponseOf<typeof hrOwnContract.documents>['lookedAfter'][number];

/** The organization documents that the person owns, with the day of their review (HR-04): reminders link here. */
export function ResponsibleDocuments({ documents }: { readonly documents: readonly Document[] }) {
  const { t } = useLingui();
  const { number } = useFormat();
  const nameOf = ({ title, versionNumber }: Document) => {
    const version = number(versionNumber);
    return t`Read ${title}, version ${version}`;
  };
  const [shown, setShown] = useState<Document | null>(null);
  return (
    <Stack gap="md">
      {documents.map((document) => (
        <div key={document.id}>
          <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
            {document.title}
          </Text>
          <Text size="xs" c="dimmed">
            <Trans>Version {document.versionNumber}</Trans> · {document.organizationName} ·{' '}
            {document.reviewOn === null ? (
              <Trans>No review planned</Trans>
            ) : (
              <Trans>
                Review by <CalendarDate value={document.reviewOn} />
              </Trans>
            )}
          </Text>
          <Button
            mt={6}
            size="compact-sm"
            variant="default"
            leftSection={<IconEye size={15} aria-hidden />}
            aria-label={nameOf(document)}
            onClick={() => setShown(document)}
          >
            <Trans>Read</Trans>
          </Button>
        </div>
      ))}
      <FileDialog
        file={shown && shownFile({ file: shown.file, uploadedAt: shown.uploadedAt, uploadedBy: null })}
        title={shown?.title}
        onClose={() => setShown(null)}
      />
    </Stack>
  );
}
