import { ActionIcon, Group, Table, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { listOf, type Figures, type OrganizationRow, type View } from '#app/screens/compliance/compliance.ts';
import { FigureCells, FigureHeads, FigureTable, nameCell } from '#app/screens/compliance/FigureCells.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { Section } from '#app/ui/PageHeader.tsx';

/** Compliance by Organization (SPEC §2.13): down to departments, and from every number to its people. */
export function OrganizationTable({
  rows,
  view,
}: {
  readonly rows: readonly OrganizationRow[];
  readonly view: View;
}) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number): void =>
    setOpened(
      (before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]),
    );
  const alone = view.organization !== 'all';
  return (
    <Section
      title={<Trans>Compliance by Organization</Trans>}
      hint={<Trans>Open one to see its departments</Trans>}
    >
      {rows.length === 0 ? (
        <EmptyState
          title={<Trans>No people yet</Trans>}
          hint={<Trans>People appear here as soon as they have an account.</Trans>}
        />
      ) : (
        <FigureTable label={t`Compliance by Organization`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <Trans>Organization</Trans>
              </Table.Th>
              <FigureHeads />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <OrganizationRows
                key={row.id ?? 'none'}
                row={row}
                view={view}
                expanded={row.id !== null && (alone || opened.has(row.id))}
                onToggle={alone ? undefined : toggle}
              />
            ))}
          </Table.Tbody>
        </FigureTable>
      )}
    </Section>
  );
}

function OrganizationRows({
  row,
  view,
  expanded,
  onToggle,
}: {
  readonly row: OrganizationRow;
  readonly view: View;
  readonly expanded: boolean;
  readonly onToggle: ((id: number) => void) | undefined;
}) {
  const { t } = useLingui();
  const { id } = row;
  const name = row.name ?? t`No organization`;
  const of = id === null ? 'none' : String(id);
  const TheIcon = expanded ? IconChevronDown : IconChevronRight;
  return (
    <>
      <Table.Tr>
        <Table.Th scope="row" fw={550} className={nameCell} style={{ overflowWrap: 'anywhere' }}>
          <Group gap={6} wrap="nowrap">
            {id !== null && onToggle && (
              <ActionIcon
                variant="subtle"
                size="sm"
                aria-expanded={expanded}
                aria-label={t`Departments of ${name}`}
                onClick={() => onToggle(id)}
              >
                <TheIcon size={16} aria-hidden />
              </ActionIcon>
            )}
            {id === null || !onToggle ? (
              <Text size="sm" fw={550} pl={onToggle ? 28 : 0}>
                {name}
              </Text>
            ) : (
              <TextLink
                to="/compliance"
                search={listOf({ ...view, organization: of }, {})}
                size="sm"
                fw={550}
              >
                {name}
              </TextLink>
            )}
          </Group>
        </Table.Th>
        <FigureCells figures={row} name={name} list={(people) => listOf(view, { people, of })} />
      </Table.Tr>
      {expanded &&
        row.departments.map((department) => (
          <DepartmentRow key={department.id ?? 'none'} department={department} of={of} view={view} />
        ))}
    </>
  );
}

function DepartmentRow({
  department,
  of,
  view,
}: {
  readonly department: Figures;
  readonly of: string;
  readonly view: View;
}) {
  const { t } = useLingui();
  const name = department.name ?? t`No department`;
  const id = department.id === null ? 'none' : String(department.id);
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} pl={44}>
        <Text size="sm">{name}</Text>
      </Table.Th>
      <FigureCells
        figures={department}
        name={name}
        list={(people) => listOf(view, { people, of, department: id })}
      />
    </Table.Tr>
  );
}
