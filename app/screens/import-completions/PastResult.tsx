import { Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconFileImport } from '@tabler/icons-react';
import { pastImportsContract as contract } from '#shared/contract/past-imports.ts';
import { ImportEffect } from '#app/features/imports/ImportEffect.tsx';
import type { PastFigures, PastImport } from '#app/screens/import-completions/past-imports.ts';
import { PastEffect } from '#app/screens/import-completions/PastEffect.tsx';
import { PastRows } from '#app/screens/import-completions/PastRows.tsx';

/** The completions that an import would record or has recorded, row by row, and its confirmation (USR-09). */
export function PastResult({
  import: one,
  figures,
}: {
  readonly import: PastImport;
  readonly figures: PastFigures;
}) {
  return (
    <>
      <ImportEffect
        import={one}
        contract={contract}
        title={<Trans>Import completions</Trans>}
        icon={IconFileImport}
        effect={<PastEffect figures={figures} />}
        bad={figures.bad}
        changes={figures.recorded + figures.completes > 0}
      >
        <Text size="sm">
          <Trans>
            The completions are kept as recorded from source, with your name, the file and the reason. They
            have no signatures, and no certificates are issued.
          </Trans>
        </Text>
      </ImportEffect>
      <PastRows import={one} figures={figures} />
    </>
  );
}
