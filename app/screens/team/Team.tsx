import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { teamContract } from '#shared/contract/team.ts';
import { AssigningRuns } from '#app/features/assigning/runs/AssigningRuns.tsx';
import { AssignModuleDialog } from '#app/features/assigning/AssignModuleDialog.tsx';
import { AssignModulesDialog } from '#app/features/assigning/AssignModulesDialog.tsx';
import { BinderButton } from '#app/features/binder/use-binder.tsx';
import { nameOf } from '#app/features/people/people.ts';
import { ReminderDialog } from '#app/features/reminders/ReminderDialog.tsx';
import { SendReminders } from '#app/features/reminders/SendReminders.tsx';
import { queryFor } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { TeamCards } from '#app/screens/team/TeamCards.tsx';
import { TeamList } from '#app/screens/team/TeamList.tsx';
import { treeOf, type Member } from '#app/screens/team/tree.ts';
import { Load } from '#app/ui/Load.tsx';
import { CardSkeletons, LineSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/** My Team (MGR-02): direct and indirect reports as a tree, who is behind, who cannot sign in, and the actions on them. */
export function Team() {
  const { t } = useLingui();
  const { id } = useUser();
  const [assigning, setAssigning] = useState<Member | null>(null);
  const [reminding, setReminding] = useState<Member | null>(null);
  // Other pages link to the dialog.
  const [linked, unlink] = useUrlState({ dialog: '' });
  const team = useQuery(queryFor(teamContract.tree, { params: { id } }));
  return (
    <Page>
      <PageHeader
        title={<Trans>My Team</Trans>}
        subtitle={<Trans>Your direct and indirect reports</Trans>}
        // A person without reports has no one to remind.
        actions={
          team.data &&
          team.data.people.length > 0 && (
            <>
              <BinderButton of={{ team: true }} />
              <SendReminders linkable />
            </>
          )
        }
      />
      <Load
        query={team}
        skeleton={
          <>
            <CardSkeletons label={t`Loading your team...`} />
            <LineSkeletons label={t`Loading your team...`} />
          </>
        }
      >
        {({ people }) => (
          <Loaded people={people} managerId={id} onAssign={setAssigning} onRemind={setReminding} />
        )}
      </Load>
      <AssigningRuns />
      {linked.dialog === 'assign' && <AssignModulesDialog onClose={() => unlink({ dialog: '' })} />}
      {assigning && (
        <AssignModuleDialog
          person={{ id: assigning.id, name: nameOf(assigning) }}
          today={assigning.today}
          onClose={() => setAssigning(null)}
        />
      )}
      {reminding && <ReminderDialog opened onClose={() => setReminding(null)} userIds={[reminding.id]} />}
    </Page>
  );
}

function Loaded({
  people,
  managerId,
  onAssign,
  onRemind,
}: {
  readonly people: readonly Member[];
  readonly managerId: string;
  readonly onAssign: (member: Member) => void;
  readonly onRemind: (member: Member) => void;
}) {
  const tree = useMemo(() => treeOf(people, managerId), [people, managerId]);
  return (
    <>
      <TeamCards people={people} managerId={managerId} />
      <TeamList people={people} tree={tree} onAssign={onAssign} onRemind={onRemind} />
    </>
  );
}
