import { Stack, Text, Textarea } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { integrityChecksContract as contract } from '#shared/contract/integrity-checks.ts';
import { SignShownDialog } from '#app/features/signing/SignShownDialog.tsx';
import { call } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { FindingList } from '#app/screens/integrity-checks/FindingList.tsx';
import { notSigned } from '#app/screens/integrity-checks/integrity-messages.ts';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/** Requests the action taken on the findings, then the signature (AUD-04, SIG-01): exactly these findings are signed. */
export function SignFindings({
  openFindings,
  findingsHash,
  onClose,
}: {
  readonly openFindings: number;
  readonly findingsHash: string;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const format = useFormat();
  // The signed content is the content shown when the dialog opened.
  const [shown] = useState({ openFindings, findingsHash });
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [signing, setSigning] = useState(false);
  if (signing)
    return (
      <SignShownDialog
        title={<Trans>Sign findings</Trans>}
        facts={[
          [<Trans key="f">Findings</Trans>, format.number(shown.openFindings)],
          [<Trans key="d">What was done</Trans>, reason.trim()],
        ]}
        statement="findings_handled"
        command={contract.sign}
        send={(signature) =>
          call(contract.sign, {
            body: { findingsHash: shown.findingsHash, reason: reason.trim(), signature },
          })
        }
        notSigned={notSigned}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      opened
      title={<Trans>Sign findings</Trans>}
      submitLabel={<Trans>Continue to signature</Trans>}
      changed={reason !== ''}
      onClose={onClose}
      onSubmit={(event) => {
        event?.preventDefault();
        setMissing(reason.trim() === '');
        if (reason.trim() !== '') setSigning(true);
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          <Plural
            value={shown.openFindings}
            one="Your signature covers exactly this finding. If a check finds something else, a new signature is needed."
            other="Your signature covers exactly these # findings. If a check finds something else, a new signature is needed."
          />
        </Text>
        <FindingList />
        <Textarea
          autosize
          maxRows={6}
          label={t`What was done`}
          description={t`For example: restored from backup, or reported to the IT department under ticket 1234.`}
          required
          maxLength={500}
          minRows={2}
          value={reason}
          error={missing ? t`Describe what was done.` : undefined}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setMissing(false);
          }}
        />
      </Stack>
    </FormDialog>
  );
}
