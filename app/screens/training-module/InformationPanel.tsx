import { Paper, Text, Title } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { shownContentType } from '#shared/domain/modules/shown-type.ts';
import { ContentTypeName } from '#app/features/assignments/ModuleFacts.tsx';
import { stateOf, type OwnAssignment } from '#app/features/assignments/order.ts';
import { useToday } from '#app/features/assignments/today.ts';
import { Facts } from '#app/features/signing/Facts.tsx';
import { DueText } from '#app/features/training/DueText.tsx';
import { useFormat } from '#app/lib/format.ts';
import type { ViewedModule } from '#app/screens/training-module/use-viewing.ts';
import classes from '#app/screens/training-module/Viewer.module.css';
import { Moment } from '#app/ui/Moment.tsx';

/** The panel 'Module Information' (SPEC §2.17, VIEW-01). */
export function InformationPanel({
  module,
  assignment,
}: {
  readonly module: ViewedModule;
  readonly assignment: OwnAssignment | null;
}) {
  const { number, percent } = useFormat();
  const today = useToday();
  const rows: readonly (readonly [ReactNode, ReactNode] | null)[] = [
    module.reference === null ? null : [<Trans key="r">Reference</Trans>, module.reference],
    [
      <Trans key="t">Content type</Trans>,
      <ContentTypeName key="v" contentType={shownContentType(module.contentType, module.files)} />,
    ],
    module.duration > 0
      ? [
          <Trans key="d">Duration</Trans>,
          <Plural key="v" value={module.duration} one="# minute" other="# minutes" />,
        ]
      : null,
    module.trainingCategory === null
      ? null
      : [<Trans key="c">Training Category</Trans>, module.trainingCategory],
    module.versionNumber === null
      ? null
      : [
          <Trans key="n">Version</Trans>,
          <span key="v">
            {number(module.versionNumber)}
            {module.effectiveFrom && (
              <>
                {' · '}
                <Moment value={module.effectiveFrom} />
              </>
            )}
          </span>,
        ],
    module.passingScore === null
      ? null
      : [<Trans key="p">Passing score</Trans>, percent(module.passingScore)],
    assignment
      ? [<Trans key="u">Due</Trans>, <DueText key="v" assignment={stateOf(assignment)} today={today} />]
      : null,
    assignment?.assignedByName ? [<Trans key="a">Assigned by</Trans>, assignment.assignedByName] : null,
  ];
  return (
    <Paper withBorder component="section" className={classes.panel} aria-labelledby="module-information">
      <Title order={2} id="module-information" className={classes.panelTitle}>
        <Trans>Module Information</Trans>
      </Title>
      <Text size="sm" className={classes.description}>
        {module.description}
      </Text>
      <Facts rows={rows} />
    </Paper>
  );
}
