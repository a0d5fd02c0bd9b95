import { Button } from '@mantine/core';
import { IconAward, IconPlayerPlay, IconSignature, IconPlayerTrackNext } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { rowAction } from '#shared/domain/assignments/matrix-table.ts';
import type { ListedTraining } from '#app/features/assignments/order.ts';
import { modulePath, useStart } from '#app/features/assignments/use-start.ts';

/** The only button of an assignment (SPEC §2.6, LRN-02): Start, Continue, Sign, Certificate, or none. */
export function AssignmentAction({
  assignment,
  big = false,
  primary = false,
}: {
  readonly assignment: ListedTraining;
  /** Full width, easy to tap on a phone. */
  readonly big?: boolean;
  /** The primary button of the screen (UI.md 'Frame'). */
  readonly primary?: boolean;
}) {
  const { t } = useLingui();
  const { title } = assignment.module;
  const variant = primary ? 'filled' : 'light';
  const { icon, ...size } = sizeOf(big);
  const action = rowAction(assignment);
  const signs = action === 'sign';
  switch (action) {
    case 'start':
      return <StartButton assignment={assignment} big={big} variant={variant} />;
    case 'continue':
    case 'sign':
      return (
        <Button
          {...size}
          variant={variant}
          component="a"
          href={modulePath(assignment.moduleId)}
          target="_blank"
          leftSection={
            signs ? (
              <IconSignature size={icon} aria-hidden />
            ) : (
              <IconPlayerTrackNext size={icon} aria-hidden />
            )
          }
          aria-label={signs ? t`Sign ${title}` : t`Continue ${title}`}
        >
          {signs ? <Trans>Sign</Trans> : <Trans>Continue</Trans>}
        </Button>
      );
    case 'certificate':
      return (
        <Button
          {...size}
          variant="default"
          component="a"
          href={assignment.certificateUrl ?? ''}
          target="_blank"
          rel="noopener"
          leftSection={<IconAward size={icon} aria-hidden />}
          aria-label={t`Certificate for ${title}`}
        >
          <Trans>Certificate</Trans>
        </Button>
      );
    case 'none':
      return null;
  }
}

const sizeOf = (big: boolean) =>
  big ? ({ icon: 18, size: 'md', fullWidth: true } as const) : ({ icon: 15, size: 'xs' } as const);

/** A separate component, because only this button sends a command: otherwise every row would have the command's state. */
function StartButton({
  assignment,
  big,
  variant,
}: {
  readonly assignment: ListedTraining;
  readonly big: boolean;
  readonly variant: 'filled' | 'light';
}) {
  const { t } = useLingui();
  const { start, startingId } = useStart();
  const { title } = assignment.module;
  const { icon, ...size } = sizeOf(big);
  return (
    <Button
      {...size}
      variant={variant}
      leftSection={<IconPlayerPlay size={icon} aria-hidden />}
      loading={startingId === assignment.id}
      onClick={() => start(assignment)}
      aria-label={t`Start ${title}`}
    >
      <Trans>Start</Trans>
    </Button>
  );
}

/** The action that others have on a person's training: open the certificate of a completed one. */
export function CertificateAction({
  assignment,
  big = false,
}: {
  readonly assignment: ListedTraining;
  readonly big?: boolean;
}) {
  return rowAction(assignment) === 'certificate' ? (
    <AssignmentAction assignment={assignment} big={big} />
  ) : null;
}
