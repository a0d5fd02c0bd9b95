import { useLingui } from '@lingui/react/macro';
import { QuickLinks } from '#app/features/completion-report/QuickLinks.tsx';
import { ReportPage } from '#app/features/completion-report/ReportPage.tsx';

/** The completion report of SPEC §2.12 (RPT-01, RPT-02): summary, organizations, people with their assignments. */
export function CompletionReport() {
  const { t } = useLingui();
  return (
    <ReportPage
      path="/reports/completion"
      title={t`Completion Report`}
      subtitle={t`Completed trainings by organization and person`}
      group={t`Reports & Analytics`}
      links={<QuickLinks />}
    />
  );
}
