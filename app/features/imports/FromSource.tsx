import { Anchor, Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import type { assignmentsContract } from '#shared/contract/assignments.ts';
import { completionSourceContract } from '#shared/contract/completion-source.ts';
import { urlOf, type RowOf } from '#app/lib/client.ts';
import { EvidenceTime } from '#app/ui/Moment.tsx';

type Completion = RowOf<typeof assignmentsContract.employeeCompletions>;

/** The earlier source of a completion, who imported it and why, and the certificate of the source (USR-09). */
export function FromSource({
  userId,
  recordId,
  source,
  recordedAt,
  recordedByName,
  reason,
  timeZone,
}: {
  readonly userId: string;
  readonly recordId: number;
  readonly source: NonNullable<Completion['source']>;
  readonly recordedAt: string;
  readonly recordedByName: string | null;
  readonly reason: string | null;
  readonly timeZone: string;
}) {
  const { name, fileName, fileSha256, certificateSha256 } = source;
  return (
    <Text size="xs" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
      <div>
        <Trans>Recorded from source, not signed: {name}</Trans>
      </div>
      <div>
        <Trans>
          Imported by {recordedByName}, <EvidenceTime value={recordedAt} timeZone={timeZone} />: {reason}
        </Trans>
      </div>
      <div>
        <Trans>
          File {fileName}, SHA-256 {fileSha256}
        </Trans>
      </div>
      {certificateSha256 !== null && (
        <Anchor
          href={urlOf(completionSourceContract.sourceFile, {
            params: { userId, recordId: String(recordId) },
          })}
          size="xs"
        >
          <Trans>Certificate of the source</Trans>
        </Anchor>
      )}
    </Text>
  );
}
