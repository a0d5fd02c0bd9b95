import { Button, Group, Stack, Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import type { Icon } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { absenceImportsContract } from '#shared/contract/absence-imports.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import type { pastImportsContract } from '#shared/contract/past-imports.ts';
import type { peopleImportsContract } from '#shared/contract/people-imports.ts';
import { RowErrors } from '#app/features/imports/RowErrors.tsx';
import type { ImportState } from '#app/features/imports/state-looks.ts';
import { saveFile } from '#app/lib/download.ts';
import { useCommand } from '#app/lib/query.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

type AnyImports = typeof peopleImportsContract | typeof pastImportsContract | typeof absenceImportsContract;

/** The choices that the confirmation of an import of people has in addition to the reason. */
type Choices = Omit<BodyInput<typeof peopleImportsContract.confirm>, 'planHash' | 'reason'>;

interface Given {
  readonly import: { readonly id: number; readonly state: ImportState; readonly planHash: string | null };
  readonly contract: AnyImports;
  /** The name of the act, on the button and above the confirmation. */
  readonly title: ReactNode;
  /** The figures in words. */
  readonly effect: ReactNode;
  /** The values of `children`, for the confirmation. */
  readonly choices?: Choices;
  /** What the confirmation says or asks in addition to the effect and the reason. */
  readonly children?: ReactNode;
}

/** The effect that an import would have or has had, its errors as a file, and its confirmation (USR-06, USR-09, USR-10). */
export function ImportEffect({
  bad,
  changes,
  icon: ButtonIcon,
  onClosed,
  ...given
}: Given & {
  /** The number of rows with errors: with any, nothing can be imported. */
  readonly bad: number;
  /** False if everything in the file is known already. */
  readonly changes: boolean;
  readonly icon: Icon;
  /** The confirmation was closed: choices start from the beginning. */
  readonly onClosed?: () => void;
}) {
  const { import: one, contract, title, effect } = given;
  const [confirming, setConfirming] = useState(false);
  const isReady = one.state === 'checked' && bad === 0;
  return (
    <Section title={one.state === 'done' ? <Trans>Result</Trans> : <Trans>Effect</Trans>}>
      <Stack gap="md">
        <RowErrors
          count={bad}
          save={() =>
            saveFile(contract.problems, `import-${String(one.id)}-errors.csv`, {
              params: { id: String(one.id) },
            })
          }
        />
        {effect}
        {isReady && !changes && (
          <Text size="sm">
            <Trans>Everything in this file is known already. There is nothing to import.</Trans>
          </Text>
        )}
        {isReady && changes && (
          <Group>
            <Button leftSection={<ButtonIcon size={18} aria-hidden />} onClick={() => setConfirming(true)}>
              {title}
            </Button>
          </Group>
        )}
      </Stack>
      {confirming && (
        <ConfirmImport
          {...given}
          onClose={() => {
            setConfirming(false);
            onClosed?.();
          }}
        />
      )}
    </Section>
  );
}

function ConfirmImport({
  import: { id, planHash },
  contract,
  title,
  effect,
  choices,
  children,
  onClose,
}: Given & { readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  const confirm = useCommand<AnyImports['confirm']>(contract.confirm, {
    onSuccess: onClose,
    onError: () => true,
  });
  return (
    <ConfirmDialog
      opened
      size="lg"
      title={title}
      effects={effect}
      confirmLabel={<Trans>Import</Trans>}
      busy={confirm.isPending}
      blocked={reason.trim() === '' || planHash === null}
      error={confirm.error}
      onConfirm={() =>
        confirm.mutate({
          params: { id: String(id) },
          body: { planHash: planHash ?? '', reason: reason.trim(), ...choices },
        })
      }
      onClose={onClose}
    >
      <Stack gap="md">
        {children}
        <ReasonInput
          value={reason}
          withAsterisk
          maxLength={500}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
