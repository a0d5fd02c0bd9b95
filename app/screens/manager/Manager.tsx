import { SegmentedControl } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useUrlState } from '#app/lib/url-state.ts';
import { ManagerView } from '#app/screens/manager/ManagerView.tsx';
import { PersonalView } from '#app/screens/manager/PersonalView.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/** Manager dashboard (SPEC §2.15, MGR-01): the people of the team who are behind, and the manager's own training. */
export function Manager() {
  const { t } = useLingui();
  const [state, patch] = useUrlState({ view: 'manager' });
  const personal = state.view === 'personal';
  return (
    <Page>
      <PageHeader
        title={<Trans>Manager Dashboard</Trans>}
        subtitle={
          personal ? (
            <Trans>Your own training: what to do next and by when</Trans>
          ) : (
            <Trans>Your reports’ progress and overdue training</Trans>
          )
        }
        actions={
          <SegmentedControl
            aria-label={t`View`}
            value={personal ? 'personal' : 'manager'}
            onChange={(view) => patch({ view }, { push: true })}
            data={[
              { value: 'personal', label: t`Personal View` },
              { value: 'manager', label: t`Manager View` },
            ]}
          />
        }
      />
      {personal ? <PersonalView /> : <ManagerView />}
    </Page>
  );
}
