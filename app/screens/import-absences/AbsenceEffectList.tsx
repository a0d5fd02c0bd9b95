import { List } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { AbsenceFigures } from '#app/screens/import-absences/absence-imports.ts';

/** The figures of an import of absences in words, without those that are zero (USR-10). */
export function AbsenceEffectList({ figures }: { readonly figures: AbsenceFigures }) {
  const { t } = useLingui();
  const { recorded, changed, unchanged, people, moved, paused, overdue } = figures;
  return (
    <List spacing={4} aria-label={t`Effect`} style={{ overflowWrap: 'anywhere' }}>
      {recorded > 0 && (
        <List.Item>
          <Plural value={recorded} one="# absence recorded" other="# absences recorded" />
        </List.Item>
      )}
      {changed > 0 && (
        <List.Item>
          <Plural value={changed} one="# absence changed" other="# absences changed" />
        </List.Item>
      )}
      {people > 0 && (
        <List.Item>
          <Plural value={people} one="# person" other="# people" />
        </List.Item>
      )}
      {moved > paused && (
        <List.Item>
          <Plural value={moved - paused} one="# due date moves" other="# due dates move" />
        </List.Item>
      )}
      {paused > 0 && (
        <List.Item>
          <Plural
            value={paused}
            one="# training is paused until the return is known"
            other="# trainings are paused until the return is known"
          />
        </List.Item>
      )}
      {overdue > 0 && (
        <List.Item>
          <Plural
            value={overdue}
            one="# training is overdue with the new date"
            other="# trainings are overdue with the new date"
          />
        </List.Item>
      )}
      {moved === 0 && people > 0 && (
        <List.Item>
          <Trans>No due date moves</Trans>
        </List.Item>
      )}
      {unchanged > 0 && (
        <List.Item>
          <Plural value={unchanged} one="# absence known already" other="# absences known already" />
        </List.Item>
      )}
    </List>
  );
}
