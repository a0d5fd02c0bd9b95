import { useLingui } from '@lingui/react/macro';
import { ModulesSelect } from '#app/features/assigning/ModulesSelect.tsx';
import { MatrixFilter } from '#app/features/by-module/MatrixFilter.tsx';
import { JobTitleFilter } from '#app/features/people/JobTitleFilter.tsx';
import { ReportFilters } from '#app/features/completion-report/ReportFilters.tsx';
import { useUser } from '#app/lib/session.ts';
import {
  modulesOf,
  noGridFilters,
  type GridView,
  type Outline,
} from '#app/screens/training-grid/grid-view.ts';
import classes from '#app/screens/training-grid/TrainingGrid.module.css';

/** The people and modules that the grid shows, and the as-of day; in the address. */
export function GridFilters({
  view,
  outline,
  onChange,
}: {
  readonly view: GridView;
  /** Names the modules of the address; undefined while it is being fetched. */
  readonly outline: Outline | undefined;
  readonly onChange: (changes: Partial<GridView>) => void;
}) {
  const { t } = useLingui();
  const { permissions } = useUser();
  const titles = new Map(outline?.modules.map(({ id, title }) => [id, title]));
  const unnamed = (value: string) => t`Module ${value}`;
  const chosen = new Map(modulesOf(view).map((id) => [id, titles.get(id) ?? unnamed(String(id))]));
  return (
    <ReportFilters
      view={view}
      known={['org', 'departmentId', 'q', 'asOf']}
      onChange={onChange}
      onClear={
        view.job === '' && view.matrix === '' && view.module === ''
          ? undefined
          : () => onChange(noGridFilters)
      }
      more={
        <>
          <JobTitleFilter className={classes.field} value={view.job} onChange={(job) => onChange({ job })} />
          {permissions.includes('matrices.view') && (
            <MatrixFilter
              className={classes.field ?? ''}
              value={view.matrix}
              onChange={(matrix) => onChange({ matrix })}
            />
          )}
          <div className={classes.field}>
            <ModulesSelect
              label={t`Modules`}
              placeholder={chosen.size === 0 ? t`All modules` : ''}
              chosen={chosen}
              onChange={(modules) => onChange({ module: [...modules.keys()].join(',') })}
            />
          </div>
        </>
      }
    />
  );
}
