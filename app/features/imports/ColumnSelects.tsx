import type { MessageDescriptor } from '@lingui/core';
import { Select, SimpleGrid } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { plainLine } from '#shared/domain/text/plain-line.ts';

/** The column of each field of a file, with an example from its first rows. */
export function ColumnSelects<Field extends string>({
  import: one,
  fields,
  labels,
  mapping,
  onChange,
}: {
  readonly import: {
    readonly headings: readonly string[];
    readonly samples: readonly (readonly string[])[];
    /** Columns of passwords, which are not offered. */
    readonly secretColumns?: readonly number[];
  };
  readonly fields: readonly Field[];
  readonly labels: Readonly<Record<Field, MessageDescriptor>>;
  readonly mapping: Readonly<Partial<Record<Field, number | undefined>>>;
  readonly onChange: (mapping: Partial<Record<Field, number>>) => void;
}) {
  const { t, i18n } = useLingui();
  const columnOf = (field: Field): number | undefined => mapping[field];
  const choose = (field: Field, column: string | null): void => {
    const others = fields.flatMap((other) => {
      const at = other === field ? undefined : columnOf(other);
      return at === undefined ? [] : [[other, at] as const];
    });
    const chosen = column === null ? others : [...others, [field, Number(column)] as const];
    onChange(Object.fromEntries(chosen) as Partial<Record<Field, number>>);
  };
  const columns = one.headings.flatMap((heading, column) =>
    one.secretColumns?.includes(column)
      ? []
      : [{ value: String(column), label: heading === '' ? t`Column ${column + 1}` : heading }],
  );
  const example = (field: Field): string => {
    const column = columnOf(field);
    if (column === undefined) return t`Not in the file`;
    const cells = one.samples.map((row) => plainLine(row[column] ?? ''));
    return cells.find((cell) => cell !== '') ?? t`Empty cells`;
  };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
      {fields.map((field) => (
        <Select
          key={field}
          label={i18n._(labels[field])}
          description={example(field)}
          inputWrapperOrder={['label', 'input', 'description']}
          styles={{ description: { overflowWrap: 'anywhere' } }}
          data={columns}
          value={columnOf(field) === undefined ? null : String(columnOf(field))}
          placeholder={t`No column`}
          clearable
          searchable
          onChange={(column) => choose(field, column)}
        />
      ))}
    </SimpleGrid>
  );
}
