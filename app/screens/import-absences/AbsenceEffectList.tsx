import { Plural, Trans } from '@lingui/react/macro';
import { EffectItem, EffectList } from '#app/features/imports/EffectList.tsx';
import type { AbsenceFigures } from '#app/screens/import-absences/absence-imports.ts';

/** The figures of an import of absences in words, without those that are zero (USR-10). */
export function AbsenceEffectList({ figures }: { readonly figures: AbsenceFigures }) {
  const { recorded, changed, unchanged, people, moved, paused, overdue } = figures;
  return (
    <EffectList>
      <EffectItem of={recorded}>
        <Plural value={recorded} one="# absence recorded" other="# absences recorded" />
      </EffectItem>
      <EffectItem of={changed}>
        <Plural value={changed} one="# absence changed" other="# absences changed" />
      </EffectItem>
      <EffectItem of={people}>
        <Plural value={people} one="# person" other="# people" />
      </EffectItem>
      <EffectItem of={moved - paused}>
        <Plural value={moved - paused} one="# due date moves" other="# due dates move" />
      </EffectItem>
      <EffectItem of={paused}>
        <Plural
          value={paused}
          one="# training is paused until the return is known"
          other="# trainings are paused until the return is known"
        />
      </EffectItem>
      <EffectItem of={overdue}>
        <Plural
          value={overdue}
          one="# training is overdue with the new date"
          other="# trainings are overdue with the new date"
        />
      </EffectItem>
      <EffectItem of={moved === 0 ? people : 0}>
        <Trans>No due date moves</Trans>
      </EffectItem>
      <EffectItem of={unchanged}>
        <Plural value={unchanged} one="# absence known already" other="# absences known already" />
      </EffectItem>
    </EffectList>
  );
}
