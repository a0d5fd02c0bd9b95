import { Table } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { RoleBadge } from '#app/features/people/RoleBadge.tsx';
import { roleLabels } from '#app/features/people/role-labels.ts';
import { listOf, type Metrics, type View } from '#app/screens/compliance/compliance.ts';
import { FigureCells, FigureHeads, FigureTable, nameCell } from '#app/screens/compliance/FigureCells.tsx';
import { Section } from '#app/ui/PageHeader.tsx';

/** Compliance by Role (SPEC §2.13). */
export function RoleTable({ rows, view }: { readonly rows: Metrics['byRole']; readonly view: View }) {
  const { t, i18n } = useLingui();
  if (rows.length === 0) return null;
  return (
    <Section title={<Trans>Compliance by Role</Trans>}>
      <FigureTable label={t`Compliance by Role`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <Trans>Role</Trans>
            </Table.Th>
            <FigureHeads />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.role}>
              <Table.Th scope="row" className={nameCell}>
                <RoleBadge role={row.role} size="sm" />
              </Table.Th>
              <FigureCells
                figures={row}
                name={i18n._(roleLabels[row.role])}
                list={(people) => listOf(view, { people, role: row.role })}
              />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </FigureTable>
    </Section>
  );
}
