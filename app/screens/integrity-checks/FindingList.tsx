import { Button, Code, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { integrityChecksContract } from '#shared/contract/integrity-checks.ts';
import { pageFor } from '#app/lib/client.ts';
import { findingLabels, objectLabels, unknownFinding } from '#app/screens/integrity-checks/finding-labels.ts';
import classes from '#app/screens/integrity-checks/IntegrityChecks.module.css';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';
import { useList } from '#app/ui/table/use-list.ts';

type Finding = ResponseOf<typeof integrityChecksContract.findings>[number];

/** Lists the findings of one check, or all findings without a signature, in plain words (AUD-04). */
export function FindingList({ run }: { readonly run?: number }) {
  const { t } = useLingui();
  const list = useList({
    filters: {},
    ask: () => (run === undefined ? { open: 'true' as const } : { run: String(run) }),
    local: true,
    limit: 20,
    page: (query) => ({ ...pageFor(integrityChecksContract.findings, { query }), staleTime: 0 }),
  });
  return (
    <Load query={list.query} skeleton={<LineSkeletons label={t`Loading the findings...`} count={3} />}>
      {({ rows }) => (
        <>
          <ul className={classes.findings} aria-label={t`Findings`}>
            {rows.map((finding) => (
              <FindingLine key={finding.id} finding={finding} />
            ))}
          </ul>
          <ListFoot list={list.table} stays />
        </>
      )}
    </Load>
  );
}

/** Returns where a finding is: the name of the record, or its id, or its kind alone if the reader may see no more. */
const placeOf = ({
  object,
  objectType,
  name,
  label,
}: Pick<Finding, 'object' | 'objectType' | 'name'> & { readonly label: string | undefined }): string => {
  if (label === undefined) return object;
  if (name !== null) return `${label}: ${name}`;
  return object === objectType ? label : object;
};

function FindingLine({ finding }: { readonly finding: Finding }) {
  const { i18n } = useLingui();
  const [open, setOpen] = useState(false);
  const { kind, objectType, object, name, detail } = finding;
  const type = objectLabels[objectType];
  return (
    <li>
      <Text fw={550}>{i18n._(findingLabels[kind] ?? unknownFinding)}</Text>
      <Text size="sm" c="dimmed" className={classes.object}>
        {placeOf({ object, objectType, name, label: type && i18n._(type) })}
      </Text>
      {detail !== null && (
        <Stack gap={4} align="start">
          <Button
            variant="subtle"
            size="compact-sm"
            px={0}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? <Trans>Hide technical details</Trans> : <Trans>Show technical details</Trans>}
          </Button>
          {open && (
            <Code block className={classes.detail}>
              {`${object}: ${detail}`}
            </Code>
          )}
        </Stack>
      )}
    </li>
  );
}
