import type { ReactNode } from 'react';
import classes from '#app/features/hr/ListTools.module.css';
import { SearchField } from '#app/ui/SearchField.tsx';

/** The search of a list of the HR area, and the filters next to it. */
export function ListTools({
  q,
  placeholder,
  onSearch,
  children,
}: {
  readonly q: string;
  readonly placeholder: string;
  readonly onSearch: (text: string) => void;
  readonly children?: ReactNode;
}) {
  return (
    <div className={classes.tools}>
      <SearchField className={classes.search ?? ''} value={q} placeholder={placeholder} onSearch={onSearch} />
      {children}
    </div>
  );
}
