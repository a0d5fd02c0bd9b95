import { Alert, Button, Checkbox, Paper, Stack, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { integrityChecksContract as contract } from '#shared/contract/integrity-checks.ts';
import { ProtectionLink } from '#app/features/trail/ProtectionLink.tsx';
import { pageFor, queryFor } from '#app/lib/client.ts';
import { useCommand, useInvalidate } from '#app/lib/query.ts';
import { useUser } from '#app/lib/session.ts';
import { CheckCard } from '#app/screens/integrity-checks/CheckCard.tsx';
import { isUnderWay } from '#app/screens/integrity-checks/check-looks.ts';
import { FindingList } from '#app/screens/integrity-checks/FindingList.tsx';
import { notCancelled, notStarted, started } from '#app/screens/integrity-checks/integrity-messages.ts';
import classes from '#app/screens/integrity-checks/IntegrityChecks.module.css';
import { PublicKeys } from '#app/screens/integrity-checks/PublicKeys.tsx';
import { SealCopies } from '#app/screens/integrity-checks/SealCopies.tsx';
import { SignFindings } from '#app/screens/integrity-checks/SignFindings.tsx';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';
import { useList, whileAny } from '#app/ui/table/use-list.ts';

/** The interval at which a running check is queried, in milliseconds. */
const refreshInterval = 1500;

/** /integrity-checks (AUD-04, OPS-10): the checks of the records, their findings, and the actions taken. */
export function IntegrityChecks() {
  const { t } = useLingui();
  const manages = useUser().permissions.includes('operations.manage');
  const [dialog, setDialog] = useState<'start' | 'sign' | null>(null);
  const list = useList({
    filters: {},
    ask: () => ({}),
    limit: 20,
    page: (query) => ({
      ...pageFor(contract.list, { query }),
      staleTime: 0,
      refetchInterval: whileAny(isUnderWay, refreshInterval),
    }),
  });
  const runs = list.query.data?.rows.some(isUnderWay) === true;
  const standing = useQuery({
    ...queryFor(contract.standing),
    enabled: manages,
    staleTime: 0,
  });
  const invalidate = useInvalidate();
  // The findings of a check are known once it has ended.
  useEffect(() => {
    if (!runs) void invalidate(contract.start);
  }, [runs, invalidate]);
  const cancel = useCommand(contract.cancel, { failure: notCancelled });
  const open = standing.data?.openFindings ?? 0;
  return (
    <Page>
      <PageHeader
        title={t`Integrity Checks`}
        subtitle={t`Checks of the audit trail, records and files against their seals and signatures`}
        actions={
          <>
            <ProtectionLink />
            {manages && (
              <Button
                leftSection={<IconShieldCheck size={18} aria-hidden />}
                disabled={runs}
                onClick={() => setDialog('start')}
              >
                <Trans>Start check</Trans>
              </Button>
            )}
          </>
        }
      />
      {open > 0 && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle aria-hidden />}
          title={
            <Plural
              value={open}
              one="# finding needs an administrator’s signature"
              other="# findings need an administrator’s signature"
            />
          }
        >
          <Stack gap="md" align="start">
            <Text size="sm">
              <Trans>Have these corrected or explained, then sign for what was done.</Trans>
            </Text>
            <FindingList key={standing.data?.findingsHash} />
            <Button onClick={() => setDialog('sign')}>
              <Trans>Sign findings</Trans>
            </Button>
          </Stack>
        </Alert>
      )}
      {manages && <SealCopies />}
      <Load
        query={list.query}
        skeleton={<LineSkeletons label={t`Loading integrity checks...`} count={4} height={90} />}
      >
        {({ rows, total }) =>
          total === 0 ? (
            <Paper withBorder>
              <EmptyState
                icon={IconShieldCheck}
                title={<Trans>No integrity checks yet</Trans>}
                hint={<Trans>The first check runs tonight.</Trans>}
              />
            </Paper>
          ) : (
            <>
              <ul className={classes.checks} aria-label={t`Integrity checks`}>
                {rows.map((check) => (
                  <CheckCard
                    key={check.id}
                    check={check}
                    busy={cancel.isPending}
                    onCancel={manages ? () => cancel.mutate({ params: { id: String(check.id) } }) : undefined}
                  />
                ))}
              </ul>
              <ListFoot list={list.table} />
            </>
          )
        }
      </Load>
      <PublicKeys />
      {dialog === 'start' && <StartDialog onClose={() => setDialog(null)} onStarted={list.clear} />}
      {dialog === 'sign' && standing.data && (
        <SignFindings {...standing.data} onClose={() => setDialog(null)} />
      )}
    </Page>
  );
}

function StartDialog({
  onClose,
  onStarted,
}: {
  readonly onClose: () => void;
  readonly onStarted: () => void;
}) {
  const [withFiles, setWithFiles] = useState(false);
  const start = useCommand(contract.start, {
    success: started,
    failure: notStarted,
    onSuccess: () => {
      onStarted();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={<Trans>Start integrity check</Trans>}
      confirmLabel={<Trans>Start check</Trans>}
      busy={start.isPending}
      onConfirm={() => start.mutate({ body: { withFiles } })}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm">
          <Trans>The audit trail, all records and signatures are checked while everyone keeps working.</Trans>
        </Text>
        <Checkbox
          checked={withFiles}
          onChange={(event) => setWithFiles(event.currentTarget.checked)}
          label={<Trans>Also read every stored file</Trans>}
          description={<Trans>Takes longer. The weekly check always does this.</Trans>}
        />
      </Stack>
    </ConfirmDialog>
  );
}
