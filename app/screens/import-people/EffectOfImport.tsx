import { List } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ImportFigures } from '#app/screens/import-people/imports.ts';

/** The figures of an import in words, without those that are zero. */
export function EffectOfImport({ figures }: { readonly figures: ImportFigures }) {
  const { t } = useLingui();
  const { trainings } = figures;
  const departments = figures.departmentNames.join(', ');
  const titles = figures.jobTitleNames.join(', ');
  return (
    <List spacing={4} aria-label={t`Effect`} style={{ overflowWrap: 'anywhere' }}>
      <Figure of={figures.created}>
        <Plural value={figures.created} one="# person created" other="# people created" />
      </Figure>
      <Figure of={figures.changed}>
        <Plural value={figures.changed} one="# person changed" other="# people changed" />
      </Figure>
      <Figure of={figures.moved}>
        <Plural value={figures.moved} one="# person moved" other="# people moved" />
      </Figure>
      <Figure of={figures.reactivated}>
        <Plural value={figures.reactivated} one="# person activated" other="# people activated" />
      </Figure>
      <Figure of={figures.deactivated}>
        <Plural value={figures.deactivated} one="# person deactivated" other="# people deactivated" />
      </Figure>
      <Figure of={figures.unchanged}>
        <Plural value={figures.unchanged} one="# person unchanged" other="# people unchanged" />
      </Figure>
      <Figure of={figures.missing}>
        <Plural
          value={figures.missing}
          one="# person missing in the file"
          other="# people missing in the file"
        />
      </Figure>
      <Figure of={figures.newAdministrators}>
        <strong>
          <Plural
            value={figures.newAdministrators}
            one="# person becomes an administrator"
            other="# people become administrators"
          />
        </strong>
      </Figure>
      <Figure of={figures.newManagers}>
        <Plural
          value={figures.newManagers}
          one="# person becomes a manager"
          other="# people become managers"
        />
      </Figure>
      <Figure of={figures.changedEmails}>
        <Plural value={figures.changedEmails} one="# email changes" other="# emails change" />
      </Figure>
      <Figure of={figures.newDepartments}>
        <Trans>
          <Plural value={figures.newDepartments} one="# new department" other="# new departments" />:{' '}
          {departments}
        </Trans>
      </Figure>
      <Figure of={figures.newJobTitles}>
        <Trans>
          <Plural value={figures.newJobTitles} one="# new job title" other="# new job titles" />: {titles}
        </Trans>
      </Figure>
      <Figure of={trainings.assigned}>
        <Trans>
          <Plural value={trainings.assigned} one="# training assigned" other="# trainings assigned" /> to{' '}
          <Plural value={trainings.people} one="# person" other="# people" />
        </Trans>
      </Figure>
      <Figure of={trainings.withdrawn}>
        <Plural value={trainings.withdrawn} one="# training withdrawn" other="# trainings withdrawn" />
      </Figure>
      <Figure of={trainings.noLongerRequired}>
        <Plural
          value={trainings.noLongerRequired}
          one="# started training no longer required"
          other="# started trainings no longer required"
        />
      </Figure>
    </List>
  );
}

function Figure({ of, children }: { readonly of: number; readonly children: ReactNode }) {
  return of > 0 && <List.Item>{children}</List.Item>;
}
