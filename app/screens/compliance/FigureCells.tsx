import { Paper, Progress, Table, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { TierBadge } from '#app/features/training/TierBadge.tsx';
import type { ReactNode } from 'react';
import { useFormat } from '#app/lib/format.ts';
import { peopleId, shownRate, type Figures } from '#app/screens/compliance/compliance.ts';
import classes from '#app/screens/compliance/FigureCells.module.css';
import { TextLink } from '#app/ui/links.tsx';

type Row = Omit<Figures, 'id' | 'name'>;

/** The class of a cell with the name of a group: it leaves space for the rate on a phone. */
export const nameCell = classes.name;

/** A table of figures, which scrolls sideways if it does not fit. */
export function FigureTable({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Paper
      component="section"
      withBorder
      data-scrolls
      tabIndex={0}
      aria-label={label}
      style={{ overflowX: 'auto' }}
    >
      <Table verticalSpacing="xs" className={classes.table}>
        {children}
      </Table>
    </Paper>
  );
}

/** Column heads that the tables of figures have in common. */
export function FigureHeads() {
  return (
    <>
      <Table.Th>
        <Trans>Compliance</Trans>
      </Table.Th>
      <Table.Th ta="right">
        <Trans>Compliant</Trans>
      </Table.Th>
      <Table.Th ta="right">
        <Trans>Overdue</Trans>
      </Table.Th>
      <Table.Th ta="right">
        <Trans context="training">Pending</Trans>
      </Table.Th>
      <Table.Th ta="right">
        <Trans>Total Users</Trans>
      </Table.Th>
    </>
  );
}

/** The figures of one group; each number links to the people behind it (UI.md 'Frame'). */
export function FigureCells({
  figures,
  name,
  list,
}: {
  readonly figures: Row;
  readonly name: string;
  /** The address that lists people of this group. */
  readonly list: (people: string) => Record<string, string>;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const rate = shownRate(figures);
  const number = (people: string, value: number, label: (shown: string) => string) => (
    <Table.Td ta="right" className="tt-figures">
      <TextLink
        to="/compliance"
        search={list(people)}
        hash={peopleId}
        aria-label={label(format.number(value))}
        size="sm"
      >
        {format.number(value)}
      </TextLink>
    </Table.Td>
  );
  return (
    <>
      <Table.Td>
        <div className={classes.rate}>
          <Progress
            value={typeof rate === 'number' ? rate : 0}
            size="sm"
            className={classes.bar}
            aria-label={t`Compliance rate of ${name}`}
          />
          <Text size="sm" className={`tt-figures ${classes.percent}`}>
            {typeof rate === 'number' ? format.percent(rate, 1) : '–'}
          </Text>
          <span className={classes.tier}>
            <TierBadge figure="compliance" rate={rate} size="sm" />
          </span>
        </div>
      </Table.Td>
      {number('compliant', figures.compliantUsers, (count) => t`Compliant people of ${name}: ${count}`)}
      {number('overdue', figures.overdueCount, (count) => t`Overdue people of ${name}: ${count}`)}
      {number('pending', figures.pendingCount, (count) => t`Pending people of ${name}: ${count}`)}
      {number('all', figures.totalUsers, (count) => t`All people of ${name}: ${count}`)}
    </>
  );
}
