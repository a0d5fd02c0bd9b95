import { Radio, Stack, Text } from '@mantine/core';
import { Plural, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { PeopleOfEffect } from '#app/features/matrix-effect/ChangeEffect.tsx';
import type { useAdding } from '#app/features/matrix-effect/use-adding.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { EffectChanged } from '#app/ui/EffectChanged.tsx';

type Step = NonNullable<ReturnType<typeof useAdding>['step']>;

/** Shows which people need the modules about to be added to a matrix, and whether they get them now or later (MTX-04, MTX-06). */
export function AddingDialog({
  step,
  body,
  modules,
  title,
  labels,
  children,
}: {
  readonly step: Step;
  /** The body that is sent on confirmation: the same for which the effect was shown. */
  readonly body: object;
  /** The number of modules added. */
  readonly modules: number;
  readonly title: string;
  /** The labels of the button that adds the modules: if people get them at once, and if they do not. */
  readonly labels: { readonly now: ReactNode; readonly later: ReactNode };
  /** Further information to show before the confirmation. */
  readonly children?: ReactNode;
}) {
  const { t } = useLingui();
  const { effect, now } = step;
  return (
    <ConfirmDialog
      opened
      size="lg"
      title={title}
      confirmLabel={now ? labels.now : labels.later}
      busy={step.busy}
      error={step.error}
      afterForm
      effects={
        <Stack gap="xs">
          {step.changed && <EffectChanged />}
          <Text fw={600} size="sm">
            {modules === 1 ? (
              <Plural
                value={effect.peopleCount}
                _0="No one needs this module now."
                one="# person needs this module now"
                other="# people need this module now"
              />
            ) : (
              <Plural
                value={effect.peopleCount}
                _0="No one needs these modules now."
                one="# person needs these modules now"
                other="# people need these modules now"
              />
            )}
          </Text>
          {children}
        </Stack>
      }
      details={<PeopleOfEffect effect={effect} />}
      onConfirm={() => step.onConfirm(body)}
      onClose={step.onBack}
    >
      {effect.peopleCount > 0 && (
        <Radio.Group
          label={t`Assign to these people`}
          value={now ? 'now' : 'later'}
          onChange={(value) => step.onChoose(value === 'now')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="now" label={t`Now, due by the days to due`} />
            <Radio value="later" label={t`Later: until then they count as required, not assigned`} />
          </Stack>
        </Radio.Group>
      )}
    </ConfirmDialog>
  );
}
