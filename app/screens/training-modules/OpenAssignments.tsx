import { Radio, Stack } from '@mantine/core';
import { Plural, useLingui } from '@lingui/react/macro';
import { EffectLine } from '#app/ui/EffectList.tsx';

/** The choice for open assignments when their module is retired. */
export type OpenAssignments = 'keep' | 'void';

/** The choice for the open assignments of modules that are retired (MOD-13). */
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
        <Radio value="keep" label={t`Keep them: people can still complete them`} />
        <Radio value="void" label={t`Void them: people no longer have to complete them`} />
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
          <Plural value={openAssignments} one="Void # open assignment" other="Void # open assignments" />
        ) : (
          <Plural value={openAssignments} one="Keep # open assignment" other="Keep # open assignments" />
        )}{' '}
        <Plural value={openPeople} one="of # person." other="of # people." />
      </EffectLine>
      <EffectLine count={completions}>
        <Plural
          value={completions}
          one="# completion is kept, with its signature and certificate."
          other="# completions are kept, with their signatures and certificates."
        />
      </EffectLine>
    </>
  );
}
