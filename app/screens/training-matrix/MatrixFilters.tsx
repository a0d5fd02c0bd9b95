import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { DepartmentSelect } from '#app/screens/training-matrix/DepartmentSelect.tsx';
import classes from '#app/screens/training-matrix/Matrix.module.css';
import type { Matrices } from '#app/screens/training-matrix/use-matrices.ts';

/** Search and department; the address keeps them. */
export function MatrixFilters({ matrices: { view, filter } }: { readonly matrices: Matrices }) {
  const { t } = useLingui();
  const [text, setText] = useState({ typed: view.q, sent: view.q });
  // The person went back, or cleared the filters: the field follows the address.
  if (text.sent !== view.q) setText({ typed: view.q, sent: view.q });
  const search = useDebouncedCallback((q: string) => {
    setText((before) => ({ ...before, sent: q }));
    filter({ q });
  }, 250);
  return (
    <div className={classes.filters}>
      <TextInput
        label={t`Search`}
        placeholder={t`Matrix, department, organization`}
        leftSection={<IconSearch size={16} aria-hidden />}
        type="search"
        maxLength={200}
        value={text.typed}
        onChange={({ currentTarget: { value } }) => {
          setText((before) => ({ ...before, typed: value }));
          search(value);
        }}
      />
      <DepartmentSelect
        label={t`Department`}
        placeholder={t`All departments`}
        clearable
        value={view.department === '' ? null : view.department}
        onChange={(department) => filter({ department: department ?? '' })}
      />
      {(view.q !== '' || view.department !== '' || view.show !== '') && (
        <Button
          variant="subtle"
          onClick={() => {
            search.cancel();
            setText({ typed: '', sent: '' });
            filter({ q: '', department: '' });
          }}
        >
          <Trans>Clear Filters</Trans>
        </Button>
      )}
    </div>
  );
}
