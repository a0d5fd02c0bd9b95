import { Plural, Trans } from '@lingui/react/macro';
import { EffectItem, EffectList } from '#app/features/imports/EffectList.tsx';
import type { ImportFigures } from '#app/screens/import-people/imports.ts';

/** The figures of an import in words, without those that are zero. */
export function EffectOfImport({ figures }: { readonly figures: ImportFigures }) {
  const { trainings } = figures;
  const departments = figures.departmentNames.join(', ');
  const titles = figures.jobTitleNames.join(', ');
  return (
    <EffectList>
      <EffectItem of={figures.created}>
        <Plural value={figures.created} one="# person created" other="# people created" />
      </EffectItem>
      <EffectItem of={figures.changed}>
        <Plural value={figures.changed} one="# person changed" other="# people changed" />
      </EffectItem>
      <EffectItem of={figures.moved}>
        <Plural value={figures.moved} one="# person moved" other="# people moved" />
      </EffectItem>
      <EffectItem of={figures.reactivated}>
        <Plural value={figures.reactivated} one="# person activated" other="# people activated" />
      </EffectItem>
      <EffectItem of={figures.deactivated}>
        <Plural value={figures.deactivated} one="# person deactivated" other="# people deactivated" />
      </EffectItem>
      <EffectItem of={figures.unchanged}>
        <Plural value={figures.unchanged} one="# person unchanged" other="# people unchanged" />
      </EffectItem>
      <EffectItem of={figures.missing}>
        <Plural
          value={figures.missing}
          one="# person missing in the file"
          other="# people missing in the file"
        />
      </EffectItem>
      <EffectItem of={figures.newAdministrators}>
        <strong>
          <Plural
            value={figures.newAdministrators}
            one="# person becomes an administrator"
            other="# people become administrators"
          />
        </strong>
      </EffectItem>
      <EffectItem of={figures.newManagers}>
        <Plural
          value={figures.newManagers}
          one="# person becomes a manager"
          other="# people become managers"
        />
      </EffectItem>
      <EffectItem of={figures.changedEmails}>
        <Plural value={figures.changedEmails} one="# email changes" other="# emails change" />
      </EffectItem>
      <EffectItem of={figures.newDepartments}>
        <Trans>
          <Plural value={figures.newDepartments} one="# new department" other="# new departments" />:{' '}
          {departments}
        </Trans>
      </EffectItem>
      <EffectItem of={figures.newJobTitles}>
        <Trans>
          <Plural value={figures.newJobTitles} one="# new job title" other="# new job titles" />: {titles}
        </Trans>
      </EffectItem>
      <EffectItem of={trainings.assigned}>
        <Trans>
          <Plural value={trainings.assigned} one="# training assigned" other="# trainings assigned" /> to{' '}
          <Plural value={trainings.people} one="# person" other="# people" />
        </Trans>
      </EffectItem>
      <EffectItem of={trainings.withdrawn}>
        <Plural value={trainings.withdrawn} one="# training withdrawn" other="# trainings withdrawn" />
      </EffectItem>
      <EffectItem of={trainings.noLongerRequired}>
        <Plural
          value={trainings.noLongerRequired}
          one="# started training no longer required"
          other="# started trainings no longer required"
        />
      </EffectItem>
    </EffectList>
  );
}
