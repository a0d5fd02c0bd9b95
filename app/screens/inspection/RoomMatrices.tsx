import { Group, Paper, Stack, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCalendarQuestion, IconGridDots, IconTable } from '@tabler/icons-react';
import { curriculaContract } from '#shared/contract/curricula.ts';
import { pageFor } from '#app/lib/client.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';
import { useList } from '#app/ui/table/use-list.ts';

/** The current training matrices of the organizations, each with its grid and the question about a day (INS-01). */
export function RoomMatrices() {
  const { t } = useLingui();
  const list = useList({
    filters: {},
    ask: () => ({}),
    sort: 'name',
    pageKey: 'matrices',
    limit: 10,
    page: (query) => pageFor(curriculaContract.matrices, { query }),
  });
  return (
    <Load query={list.query} skeleton={<LineSkeletons label={t`Loading training matrices...`} count={3} />}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Paper withBorder>
            <EmptyState icon={IconTable} title={<Trans>No training matrices</Trans>} />
          </Paper>
        ) : (
          <>
            <Stack
              component="ul"
              gap="xs"
              m={0}
              p={0}
              style={{ listStyle: 'none' }}
              aria-label={t`Training matrices`}
            >
              {rows.map((matrix) => (
                <Paper component="li" key={matrix.id} withBorder p="sm">
                  <Group justify="space-between" gap="sm">
                    <div style={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
                      <Text fw={550}>{matrix.name}</Text>
                      <Text size="sm" c="dimmed">
                        {[matrix.organizationName, matrix.departmentName, matrix.jobTitle]
                          .filter(Boolean)
                          .join(' · ')}
                        {' · '}
                        <Plural value={matrix.moduleCount} one="# module" other="# modules" />
                      </Text>
                    </div>
                    <Group gap="xs">
                      <ButtonLink
                        to="/training-matrix/grid"
                        search={{ matrix: String(matrix.id) }}
                        variant="default"
                        size="xs"
                        leftSection={<IconGridDots size={15} aria-hidden />}
                        aria-label={t`Training Grid of ${matrix.name}`}
                      >
                        <Trans>Training Grid</Trans>
                      </ButtonLink>
                      <ButtonLink
                        to="/qualified"
                        search={{ matrix: String(matrix.id) }}
                        variant="default"
                        size="xs"
                        leftSection={<IconCalendarQuestion size={15} aria-hidden />}
                        aria-label={t`Qualified on a day: ${matrix.name}`}
                      >
                        <Trans>Qualified on a day</Trans>
                      </ButtonLink>
                    </Group>
                  </Group>
                </Paper>
              ))}
            </Stack>
            <ListFoot list={list.table} />
          </>
        )
      }
    </Load>
  );
}
