import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reportsContract } from '#shared/contract/reports.ts';
import { isRealDate } from '#shared/domain/calendar/calendar.ts';
import { titled } from '#shared/domain/modules/titled.ts';
import type { TrainingState } from '#shared/domain/reports/training-states.ts';
import { AssignModulesDialog } from '#app/features/assigning/AssignModulesDialog.tsx';
import { useToday } from '#app/features/assignments/today.ts';
import { StateBadge } from '#app/features/by-module/StateBadge.tsx';
import { PersonAssignments } from '#app/features/completion-report/PersonAssignments.tsx';
import { nameOf } from '#app/features/people/people.ts';
import { SendReminders } from '#app/features/reminders/SendReminders.tsx';
import { queryFor } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import type { GridModule, GridRow } from '#app/screens/training-grid/grid-view.ts';
import { ButtonLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';

/** A cell that was opened. */
export interface OpenedCell {
  readonly person: GridRow;
  readonly module: GridModule;
  /** Null: neither assigned nor required. */
  readonly state: TrainingState | null;
}

/** The evidence behind a cell of the grid (MTX-09): every cycle of the module for the person with its record and signature (SIG-04). */
export function CellDrawer({
  opened,
  asOf,
  onClose,
}: {
  readonly opened: OpenedCell | null;
  /** The day of the grid; empty: now. */
  readonly asOf: string;
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
      {opened && <Opened {...opened} asOf={asOf} />}
    </Drawer>
  );
}

function Opened({ person, module, state, asOf }: OpenedCell & { readonly asOf: string }) {
  const { permissions } = useUser();
  const today = useToday();
  const [assigns, setAssigns] = useState(false);
  const isNow = asOf === '';
  const has = state !== null && state !== 'not_assigned';
  return (
    <Stack gap="md">
      <div>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {titled(module.title, module.reference)}
        </Text>
        {!isNow && isRealDate(asOf) && (
          <Text size="sm" c="dimmed">
            <Trans>
              As the records were on <CalendarDate value={asOf} />
            </Trans>
          </Text>
        )}
        {state === null ? (
          <Text size="sm">
            <Trans>Not assigned, and no training matrix requires it.</Trans>
          </Text>
        ) : (
          <StateBadge state={state} />
        )}
      </div>
      {has && <Assignments person={person} module={module} asOf={asOf} />}
      <Group gap="xs">
        {isNow && !has && permissions.includes('assignments.assign') && (
          <Button
            size="xs"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => setAssigns(true)}
          >
            <Trans>Assign module</Trans>
          </Button>
        )}
        {isNow && has && state !== 'completed' && (
          <SendReminders userIds={[person.id]} moduleId={module.id} size="xs" />
        )}
        <ButtonLink
          to="/qualified"
          search={{ person: person.id, module: String(module.id), day: isNow ? today : asOf }}
          variant="default"
          size="xs"
        >
          <Trans>Qualified on a day</Trans>
        </ButtonLink>
        <ButtonLink to={`/employee/${person.id}`} variant="default" size="xs">
          <Trans>Open the employee page</Trans>
        </ButtonLink>
      </Group>
      {assigns && (
        <AssignModulesDialog
          people={new Map([[person.id, nameOf(person)]])}
          modules={new Map([[module.id, titled(module.title, module.reference)]])}
          onClose={() => setAssigns(false)}
        />
      )}
    </Stack>
  );
}

function Assignments({ person, module, asOf }: Omit<OpenedCell, 'state'> & { readonly asOf: string }) {
  const { t } = useLingui();
  const query = { userId: person.id, moduleId: String(module.id), include: 'assignments' as const };
  // Other people's work changes this content: every opening reloads it.
  const report = useQuery({
    ...queryFor(reportsContract.completion, { query: { ...query, ...(asOf ? { asOf } : {}) } }),
    staleTime: 0,
  });
  return (
    <Load query={report} skeleton={<LineSkeletons label={t`Loading the assignments...`} count={2} />}>
      {({ userDetails }) => (
        <PersonAssignments
          name={nameOf(person)}
          assignments={userDetails.flatMap(({ assignments }) => assignments ?? [])}
          status={null}
        />
      )}
    </Load>
  );
}
