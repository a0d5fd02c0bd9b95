import { Button, Drawer, Group, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { reportsContract } from '#shared/contract/reports.ts';
import { isRealDate } from '#shared/domain/calendar/calendar.ts';
import { PersonAssignments } from '#app/features/completion-report/PersonAssignments.tsx';
import {
  nameOf,
  type ReportFilter,
  type ReportPerson,
  type ReportStatus,
} from '#app/features/completion-report/report.ts';
import { StatusBadge } from '#app/features/training/StatusBadge.tsx';
import { queryFor } from '#app/lib/client.ts';
import { ButtonLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';

/** The person whose assignments are open, and the only status that is shown; null shows all statuses. */
export interface OpenedPerson {
  readonly person: ReportPerson;
  readonly status: ReportStatus | null;
}

/** The assignments of one person of the report (SPEC §2.12) with each completion's signature and validity (SIG-04). */
export function PersonDrawer({
  opened,
  filter,
  onAll,
  onClose,
}: {
  readonly opened: OpenedPerson | null;
  /** The filter of the report: its day, module and team also apply to the person. */
  readonly filter: ReportFilter;
  /** Shows the assignments of every status. */
  readonly onAll: () => void;
  readonly onClose: () => void;
}) {
  return (
    <Drawer
      opened={opened !== null}
      onClose={onClose}
      position="right"
      size={900}
      title={opened && nameOf(opened.person)}
    >
      {opened && <Opened {...opened} filter={filter} onAll={onAll} />}
    </Drawer>
  );
}

function Opened({
  person,
  status,
  filter: { asOf, moduleId, team },
  onAll,
}: OpenedPerson & { readonly filter: ReportFilter; readonly onAll: () => void }) {
  const { t } = useLingui();
  const { userId } = person;
  // Other people's work changes this list: every opening reloads it.
  const report = useQuery({
    ...queryFor(reportsContract.completion, {
      query: { userId, asOf, moduleId, team, include: 'assignments' },
    }),
    staleTime: 0,
  });
  return (
    <>
      <Group gap="xs" mb="md" justify="space-between">
        <Text size="sm" c="dimmed">
          {asOf !== undefined && isRealDate(asOf) && (
            <Trans>
              As the records were on <CalendarDate value={asOf} />
            </Trans>
          )}
        </Text>
        <ButtonLink to={`/employee/${userId}`} variant="default" size="xs">
          <Trans>Open the employee page</Trans>
        </ButtonLink>
      </Group>
      {status !== null && (
        <Group gap="xs" mb="md">
          <StatusBadge status={status} />
          <Button variant="default" size="xs" onClick={onAll}>
            <Trans>Show all assignments</Trans>
          </Button>
        </Group>
      )}
      <Load query={report} skeleton={<LineSkeletons label={t`Loading the assignments...`} count={4} />}>
        {({ userDetails }) => (
          <PersonAssignments
            name={nameOf(person)}
            assignments={userDetails.flatMap(({ assignments }) => assignments ?? [])}
            status={status}
          />
        )}
      </Load>
    </>
  );
}
