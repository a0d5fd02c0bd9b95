import { Paper, Table, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { trainingStates } from '#shared/domain/reports/training-states.ts';
import { stateLooks } from '#app/features/by-module/StateBadge.tsx';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/screens/module-people/ModulePeople.module.css';
import {
  addressOf,
  versionLines,
  type Figures,
  type PeopleView,
  type VersionLine,
} from '#app/screens/module-people/people-view.ts';
import { TextLink } from '#app/ui/links.tsx';

/** The number of people per version and status (MTX-09); each figure links to its people below. */
export function VersionTable({ figures, view }: { readonly figures: Figures; readonly view: PeopleView }) {
  const { t, i18n } = useLingui();
  const lines = versionLines(figures);
  const states = trainingStates.filter((state) => figures.groups.some(({ status }) => status === state));
  const [only] = lines;
  // A single line shows no more than the filter below.
  if (lines.length < 2 || only === undefined) return null;
  const nameOf = ({ version }: VersionLine) => (version === null ? t`Not assigned` : t`Version ${version}`);
  return (
    // It must be scrollable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <Paper
      withBorder
      component="section"
      aria-label={t`People by version`}
      tabIndex={0}
      className={classes.scroll}
    >
      <Table className={classes.versions}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <Trans>Version</Trans>
            </Table.Th>
            {states.map((state) => (
              <Table.Th key={state} scope="col" className={classes.figure}>
                {i18n._(stateLooks[state].label)}
              </Table.Th>
            ))}
            <Table.Th scope="col" className={classes.figure}>
              <Trans>People</Trans>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => {
            const version = String(line.version ?? 'none');
            const name = nameOf(line);
            return (
              <Table.Tr key={version}>
                <Table.Th scope="row">
                  {name}
                  {line.version !== null && line.version === figures.module.version && (
                    <Text span size="xs" className={classes.current}>
                      {' '}
                      <Trans>(effective)</Trans>
                    </Text>
                  )}
                </Table.Th>
                {states.map((state) => (
                  <Table.Td key={state} className={classes.figure}>
                    <Figure
                      count={line.byState[state] ?? 0}
                      name={`${name}, ${i18n._(stateLooks[state].label)}`}
                      search={addressOf(view, { status: state, version })}
                    />
                  </Table.Td>
                ))}
                <Table.Td className={classes.figure}>
                  <Figure count={line.people} name={name} search={addressOf(view, { status: '', version })} />
                </Table.Td>
              </Table.Tr>
            );
          })}
          <Table.Tr>
            <Table.Th scope="row">
              <Trans>All versions</Trans>
            </Table.Th>
            {states.map((state) => {
              const name = i18n._(stateLooks[state].label);
              const count = lines.reduce((sum, { byState }) => sum + (byState[state] ?? 0), 0);
              return (
                <Table.Td key={state} className={classes.figure}>
                  <Figure
                    count={count}
                    name={name}
                    search={addressOf(view, { status: state, version: '' })}
                  />
                </Table.Td>
              );
            })}
            <Table.Td className={classes.figure}>
              <Figure
                count={figures.people}
                name={t`All people`}
                search={addressOf(view, { status: '', version: '' })}
              />
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function Figure({
  count,
  name,
  search,
}: {
  readonly count: number;
  readonly name: string;
  readonly search: Readonly<Record<string, string>>;
}) {
  const { number } = useFormat();
  const shown = number(count);
  if (count === 0)
    return (
      <Text span c="dimmed">
        {shown}
      </Text>
    );
  return (
    <TextLink to="." search={search} className="tt-figures" aria-label={`${name}: ${shown}`}>
      {shown}
    </TextLink>
  );
}
