import { Button } from '@mantine/core';
import { IconFileSearch, IconWritingSign, IconX } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ProtectionLink } from '#app/features/trail/ProtectionLink.tsx';
import { recordKind } from '#shared/domain/audit/trail-sentence.ts';
import { useVoice } from '#app/features/trail/trail-words.ts';
import { TrailList } from '#app/features/trail/TrailList.tsx';
import { ExportContinues } from '#app/features/completion-report/ExportContinues.tsx';
import { SignTrailReview } from '#app/screens/audit/SignTrailReview.tsx';
import { TrailReviews } from '#app/screens/audit/TrailReviews.tsx';
import { useUrlState } from '#app/lib/url-state.ts';
import { AuditFilters } from '#app/screens/audit/AuditFilters.tsx';
import { ExportTrail, useTrailExport } from '#app/screens/audit/ExportTrail.tsx';
import { TakeBundle } from '#app/screens/audit/TakeBundle.tsx';
import { filtersOf, noFilters, reviewFiltersOf } from '#app/screens/audit/audit-view.ts';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/** /audit (AUD-03): all changes, one sentence per command, for administrators and inspectors. */
export function Audit() {
  const { t } = useLingui();
  const voice = useVoice();
  const [view, patch] = useUrlState(noFilters);
  const filters = filtersOf(view);
  const { event, ...exported } = filters;
  const file = useTrailExport(exported);
  const [dialog, setDialog] = useState<'reviews' | 'sign' | null>(null);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page wide>
      <PageHeader
        title={t`Audit Trail`}
        subtitle={t`Who did what, when and why`}
        actions={
          <>
            <ProtectionLink />
            <Button
              variant="default"
              leftSection={<IconWritingSign size={18} aria-hidden />}
              onClick={() => setDialog('reviews')}
            >
              <Trans>Reviews</Trans>
            </Button>
            <TakeBundle />
            {event === undefined && <ExportTrail file={file} />}
          </>
        }
      />
      <DownloadFailure download={file} />
      <ExportContinues report={file} />
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
            <Trans>One record only: {recordKind(voice, filters.recordType)}</Trans>
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
      {dialog === 'reviews' && (
        <TrailReviews onReview={() => setDialog('sign')} onClose={() => setDialog(null)} />
      )}
      {dialog === 'sign' && (
        <SignTrailReview filters={reviewFiltersOf(filters)} onClose={() => setDialog('reviews')} />
      )}
    </Page>
  );
}
