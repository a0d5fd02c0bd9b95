import { Button } from '@mantine/core';
import { IconFileSearch, IconX } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { recordKind } from '#app/features/trail/trail-words.ts';
import { TrailList } from '#app/features/trail/TrailList.tsx';
import { useUrlState } from '#app/lib/url-state.ts';
import { AuditFilters } from '#app/screens/audit/AuditFilters.tsx';
import { filtersOf, noFilters } from '#app/screens/audit/audit-view.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/** /audit (AUD-03): what was done, one sentence a command, for administrators and inspectors. */
export function Audit() {
  const { t, i18n } = useLingui();
  const [view, patch] = useUrlState(noFilters);
  const filters = filtersOf(view);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page wide>
      <PageHeader title={t`Audit Trail`} subtitle={t`Who did what, when and why`} />
      <AuditFilters view={view} isFiltered={isFiltered} onChange={patch} />
      {filters.recordType !== undefined && (
        <div>
          <Button
            variant="light"
            size="compact-md"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={t`Show all records`}
            onClick={() => patch({ recordType: '', recordId: '' })}
          >
            <Trans>One record only: {recordKind(i18n, filters.recordType)}</Trans>
          </Button>
        </div>
      )}
      <TrailList
        key={JSON.stringify(filters)}
        filters={filters}
        limit={50}
        {...(isFiltered && {
          empty: (
            <EmptyState
              icon={IconFileSearch}
              title={<Trans>No event matches these filters</Trans>}
              hint={<Trans>Try other words or remove filters.</Trans>}
              action={
                <Button variant="default" onClick={() => patch(noFilters)}>
                  <Trans>Show all events</Trans>
                </Button>
              }
            />
          ),
        })}
      />
    </Page>
  );
}
