import { useMediaQuery } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { peopleContract } from '#shared/contract/people.ts';
import { CertificateAction } from '#app/features/assignments/AssignmentAction.tsx';
import { TrainingList } from '#app/features/assignments/TrainingList.tsx';
import { nameOf } from '#app/features/people/people.ts';
import { pageFor, queryFor } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import { EditAction, EditContext } from '#app/screens/employee-detail/EditAction.tsx';
import { SelectionBar, TrainingActions } from '#app/screens/employee-detail/TrainingActions.tsx';
import { TrainingDialogs, type TrainingDialog } from '#app/screens/employee-detail/TrainingDialogs.tsx';
import { PersonStats } from '#app/screens/employee-detail/PersonStats.tsx';
import { Load } from '#app/ui/Load.tsx';
import { CardSkeletons } from '#app/ui/Loading.tsx';

/** The maximum of one call; no person has more trainings at once. */
const most = 1000;
const nothing: ReadonlySet<string | number> = new Set();

/**
 * Figures and assignments of a person (SPEC §2.10); people with the permission assign modules here and edit the matrix (SPEC
 * §2.6, LRN-06, MTX-05).
 */
export function PersonTraining({
  person,
  canAssign,
}: {
  readonly person: ResponseOf<typeof peopleContract.details>['user'];
  readonly canAssign: boolean;
}) {
  const { t } = useLingui();
  const { permissions } = useUser();
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const [editing, setEditing] = useState(false);
  const [selected, setSelected] = useState(nothing);
  const [dialog, setDialog] = useState<TrainingDialog | null>(null);
  const params = { userId: person.id };
  const stats = useQuery(queryFor(assignmentsContract.employeeStats, { params }));
  const assignments = useQuery(
    pageFor(assignmentsContract.employeeAssignments, { params, query: { limit: most, sort: 'due' } }),
  );
  const name = nameOf(person);
  const canManage = permissions.includes('assignments.manage');
  // A manager changes due dates of the team; `canAssign` says whose.
  const canEdit = canManage || (canAssign && permissions.includes('assignments.reschedule'));
  const rows = assignments.data?.rows ?? [];
  const chosen = rows.filter(({ id }) => selected.has(id));
  const bar = (
    <SelectionBar
      count={chosen.length}
      onDelete={canManage ? () => setDialog({ kind: 'delete', assignments: chosen }) : undefined}
      onDueDates={() => setDialog({ kind: 'dueDates', assignments: chosen })}
      onClear={() => setSelected(nothing)}
    />
  );
  return (
    <EditContext value={{ personId: person.id, onOpen: setDialog }}>
      <Load query={stats} skeleton={<CardSkeletons label={t`Loading the progress...`} />}>
        {(figures) => <PersonStats userId={person.id} stats={figures} today={person.today} phone={phone} />}
      </Load>
      <TrainingList
        assignments={assignments}
        today={person.today}
        phone={phone}
        name={t`Trainings of ${name}`}
        tableId="person-training"
        action={editing ? EditAction : CertificateAction}
        none={<Trans>Nothing has been assigned to this person yet.</Trans>}
        noneOfThese={<Trans>None of the trainings has this status.</Trans>}
        actions={
          <TrainingActions
            canAssign={canAssign}
            canOnboard={canManage && canAssign}
            canRemind={canAssign && permissions.includes('reminders.send')}
            canManage={canManage}
            canEdit={canEdit && rows.length > 0}
            editing={editing}
            onOpen={(kind) => setDialog({ kind })}
            onEditing={(on) => {
              setEditing(on);
              setSelected(nothing);
            }}
          />
        }
        choice={editing ? { selected, onSelected: setSelected, bar } : undefined}
      />
      {dialog && (
        <TrainingDialogs
          dialog={dialog}
          person={{ id: person.id, name, jobTitle: person.jobTitle }}
          today={person.today}
          onDone={() => {
            setSelected(nothing);
            setDialog(null);
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </EditContext>
  );
}
