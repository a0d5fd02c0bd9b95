import { Radio, Stack } from '@mantine/core';
import { Plural, useLingui } from '@lingui/react/macro';
import { EffectLine } from '#app/ui/EffectList.tsx';

/** What becomes of open assignments when their module is retired. */
export type OpenAssignments = 'keep' | 'void';

/** Chooses what becomes of the open assignments of modules that are retired (MOD-13). */
export function OpenAssignmentsChoice({
  value,
  onChange,
}: {
  readonly value: OpenAssignments;
  readonly onChange: (value: OpenAssignments) => void;
}) {
  const { t } = useLingui();
  return (
    <Radio.Group
      label={t`Open assignments`}
      value={value}
      onChange={(next) => onChange(next === 'void' ? 'void' : 'keep')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="keep" label={t`They stay: people finish what was assigned to them`} />
        <Radio value="void" label={t`They are voided: nobody has to complete them`} />
      </Stack>
    </Radio.Group>
  );
}

/** The lines of the effect on assignments and completions. */
export function AssignmentEffects({
  effect: { openAssignments, openPeople, completions },
  open,
}: {
  readonly effect: {
    readonly openAssignments: number;
    readonly openPeople: number;
    readonly completions: number;
  };
  readonly open: OpenAssignments;
}) {
  return (
    <>
      <EffectLine count={openAssignments}>
        {open === 'void' ? (
          <Plural value={openAssignments} one="Voids # open assignment" other="Voids # open assignments" />
        ) : (
          <Plural value={openAssignments} one="# open assignment stays" other="# open assignments stay" />
        )}{' '}
        <Plural value={openPeople} one="of # person." other="of # people." />
      </EffectLine>
      <EffectLine count={completions}>
        <Plural
          value={completions}
          one="# completion stays, with its signature and certificate."
          other="# completions stay, with their signatures and certificates."
        />
      </EffectLine>
    </>
  );
}
