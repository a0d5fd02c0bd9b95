import { NumberInput, Select, SimpleGrid, TextInput, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { modulesContract } from '#shared/contract/modules.ts';
import { queryFor } from '#app/lib/client.ts';
import { contentTypeLabels } from '#app/screens/training-modules/labels.ts';

/** The fields of both add-module dialogs and the edit dialog (SPEC §3, §5); an empty text represents none. */
export interface ModuleFieldValues extends Record<string, unknown> {
  title: string;
  description: string;
  contentType: string;
  trainingCategory: string | null;
  duration: number | string;
}

/** Returns these values as the call expects them. */
export const fieldsOf = (values: ModuleFieldValues) => ({
  contentType: values.contentType === '' ? undefined : values.contentType,
  trainingCategory: values.trainingCategory || null,
  duration: values.duration === '' ? 0 : values.duration,
});

/** Title, description, content type, category and duration of a module; `children` are shown next to the duration. */
export function ModuleFields<Values extends ModuleFieldValues>({
  form,
  types,
  onType,
  children,
}: {
  readonly form: UseFormReturnType<Values>;
  /** The content types that this dialog offers (SPEC §3). */
  readonly types: readonly string[];
  /** Called when another content type was chosen. */
  readonly onType?: (type: string) => void;
  readonly children?: ReactNode;
}) {
  const { t, i18n } = useLingui();
  const categories = useQuery(queryFor(modulesContract.categories));
  const names = (categories.data ?? []).map(({ name }) => name);
  const category = form.values.trainingCategory ?? '';
  return (
    <>
      <TextInput
        label={t`Title`}
        withAsterisk
        data-autofocus
        {...form.getInputProps('title')}
        key={form.key('title')}
      />
      <Textarea
        label={t`Description`}
        withAsterisk
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('description')}
        key={form.key('description')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t`Content type`}
          withAsterisk
          data={types.map((type) => {
            const label = contentTypeLabels[type];
            return { value: type, label: label ? i18n._(label) : type };
          })}
          {...form.getInputProps('contentType')}
          onChange={(type) => {
            // TypeScript cannot prove that a type with generic keys has these fields.
            form.setValues({ contentType: type ?? '' } as Partial<Values>);
            onType?.(type ?? '');
          }}
          key={form.key('contentType')}
        />
        <Select
          label={t`Training Category`}
          placeholder={t`Without a category`}
          clearable={category !== ''}
          data={category === '' || names.includes(category) ? names : [...names, category]}
          {...form.getInputProps('trainingCategory')}
          key={form.key('trainingCategory')}
        />
        <NumberInput
          label={t`Duration (minutes)`}
          min={0}
          {...form.getInputProps('duration')}
          key={form.key('duration')}
        />
        {children}
      </SimpleGrid>
    </>
  );
}
