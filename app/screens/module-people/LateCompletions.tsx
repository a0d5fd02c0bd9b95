import { Paper, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCircleMinus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { modulePeopleContract } from '#shared/contract/module-people.ts';
import { nameOf } from '#app/features/people/people.ts';
import { call, keyOf } from '#app/lib/client.ts';
import classes from '#app/screens/module-people/ModulePeople.module.css';
import { TextLink } from '#app/ui/links.tsx';
import { Load, partOf } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { EvidenceTime, Moment } from '#app/ui/Moment.tsx';
import { OlderButton } from '#app/ui/OlderButton.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type Row = ResponseOf<typeof modulePeopleContract.lateCompletions>['rows'][number];

/** The people who completed a version when the next one was already effective, by version (INS-01). */
export function LateCompletions({ moduleId }: { readonly moduleId: number }) {
  const { t } = useLingui();
  const params = { id: moduleId };
  const found = useInfiniteQuery({
    queryKey: [...keyOf(modulePeopleContract.lateCompletions, { params }), 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(modulePeopleContract.lateCompletions, {
        params,
        query: { limit: 20, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
  return (
    <Section
      title={<Trans>Completed after a newer version</Trans>}
      hint={<Trans>People who completed a version when the next one was already effective.</Trans>}
    >
      <Load
        query={partOf(found, ({ pages }) => pages.flatMap(({ rows }) => rows))}
        skeleton={<LineSkeletons label={t`Loading the people...`} count={2} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <Text size="sm" c="dimmed">
              <Trans>No one completed an earlier version after the next one became effective.</Trans>
            </Text>
          ) : (
            <Stack gap="md">
              {[...Map.groupBy(rows, ({ version }) => version)].map(([version, members]) => (
                <OfVersion key={version} version={version} rows={members} />
              ))}
            </Stack>
          )
        }
      </Load>
      <OlderButton list={found}>
        <Trans>Show more</Trans>
      </OlderButton>
    </Section>
  );
}

function OfVersion({ version, rows }: { readonly version: number; readonly rows: readonly Row[] }) {
  const { t } = useLingui();
  const [first] = rows;
  if (first === undefined) return null;
  const next = first.replacedBy;
  return (
    <Paper withBorder p="md">
      <Text fw={600} component="h3" m={0} size="sm">
        <Trans>Version {version}</Trans>
        {' · '}
        <Text span inherit fw={400} c="dimmed">
          <Trans>
            Version {next} effective since <Moment value={first.replacedAt} show="dateTime" />
          </Trans>
        </Text>
      </Text>
      <ul className={classes.late} aria-label={t`Completed version ${version} late`}>
        {rows.map(({ recordId, person, completedAt, completedTimeZone, completionKind, voidedAt }) => (
          <li key={recordId}>
            <TextLink to="/employee/$userId" params={{ userId: person.id }} size="sm" fw={550}>
              {nameOf(person)}
            </TextLink>
            <Text span size="xs" c="dimmed">
              {[person.jobTitle, person.departmentName, person.organizationName].filter(Boolean).join(' · ')}
            </Text>
            <Text span size="sm" className="tt-figures">
              <EvidenceTime value={completedAt} timeZone={completedTimeZone} kind={completionKind} />
            </Text>
            {voidedAt !== null && (
              <ToneBadge tone="violet" icon={IconCircleMinus} size="sm">
                <Trans>
                  Voided <Moment value={voidedAt} />
                </Trans>
              </ToneBadge>
            )}
          </li>
        ))}
      </ul>
    </Paper>
  );
}
