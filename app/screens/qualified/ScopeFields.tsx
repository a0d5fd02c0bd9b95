import { useLingui } from '@lingui/react/macro';
import { MatrixFilter } from '#app/features/by-module/MatrixFilter.tsx';
import { noFilter } from '#app/features/completion-report/report-filter.ts';
import { ReportFilters } from '#app/features/completion-report/ReportFilters.tsx';
import { NamedPersonSelect } from '#app/features/people/NamedPersonSelect.tsx';
import { useUser } from '#app/lib/session.ts';
import classes from '#app/screens/qualified/Qualified.module.css';

/** The people that a list contains, as in the address. */
export interface ScopeView {
  readonly org: string;
  readonly dept: string;
  /** The manager whose direct and indirect reports are listed. */
  readonly manager: string;
  readonly matrix: string;
}

/** All people in reach. */
export const everybody = { org: 'all', dept: '', manager: '', matrix: '' } as const satisfies ScopeView;

/** Filters the listed people: an organization, a department, a team, a training matrix. */
export function ScopeFields({
  view,
  onChange,
}: {
  readonly view: ScopeView;
  readonly onChange: (changes: Partial<ScopeView>) => void;
}) {
  const { t } = useLingui();
  const { permissions } = useUser();
  const { org, dept, manager, matrix } = view;
  return (
    <ReportFilters
      view={{ ...noFilter, org, dept }}
      known={['org', 'departmentId']}
      onChange={({ org: place = org, dept: part = dept }) => onChange({ org: place, dept: part })}
      onClear={manager === '' && matrix === '' ? undefined : () => onChange(everybody)}
      more={
        <>
          <NamedPersonSelect
            // When it is cleared from outside, it is mounted again.
            key={manager === '' ? 'none' : 'one'}
            among="managers"
            className={classes.scope ?? ''}
            label={t`Team of`}
            placeholder={t`All teams`}
            value={manager}
            onChange={(id) => onChange({ manager: id })}
          />
          {permissions.includes('matrices.view') && (
            <MatrixFilter
              className={classes.scope ?? ''}
              value={matrix}
              onChange={(id) => onChange({ matrix: id })}
            />
          )}
        </>
      }
    />
  );
}
