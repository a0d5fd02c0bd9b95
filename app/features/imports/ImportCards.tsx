import { Stack } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { ImportCard } from '#app/features/imports/ImportCard.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';

type Card = ComponentProps<typeof ImportCard>['import'];

/** The imports so far, newest first. */
export function ImportCards({
  imports,
  at,
}: {
  readonly imports: {
    readonly query: ComponentProps<typeof Load<{ readonly rows: readonly Card[] }>>['query'];
    readonly table: ComponentProps<typeof ListFoot>['list'];
  };
  /** The address of the imports. */
  readonly at: string;
}) {
  const { t } = useLingui();
  return (
    <Section title={<Trans>Imports so far</Trans>}>
      <Load query={imports.query} skeleton={<LineSkeletons label={t`Loading imports...`} count={3} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={<Trans>No imports yet</Trans>} />
          ) : (
            <>
              <Stack
                component="ul"
                gap="sm"
                m={0}
                p={0}
                style={{ listStyle: 'none' }}
                aria-label={t`Imports so far`}
              >
                {rows.map((one) => (
                  <ImportCard key={one.id} import={one} at={at} />
                ))}
              </Stack>
              <ListFoot list={imports.table} />
            </>
          )
        }
      </Load>
    </Section>
  );
}
