import { Select, Text, TextInput } from '@mantine/core';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { curriculaContract } from '#shared/contract/curricula.ts';
import { templateBody } from '#shared/contract/curricula-schemas.ts';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { MissingContent } from '#app/features/assigning/MissingContent.tsx';
import { AddingDialog } from '#app/features/matrix-effect/AddingDialog.tsx';
import { useAdding } from '#app/features/matrix-effect/use-adding.ts';
import { JobTitleInput } from '#app/features/people/JobTitleInput.tsx';
import { queryFor } from '#app/lib/client.ts';
import { errorOutsideFields, useAppForm, validateBy } from '#app/lib/forms.ts';
import { useMailServer } from '#app/lib/mail-server.ts';
import { messages } from '#app/lib/messages.ts';
import { DepartmentSelect } from '#app/screens/training-matrix/DepartmentSelect.tsx';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

interface Values extends Record<string, unknown> {
  templateKey: string;
  name: string;
  organizationId: string;
  departmentId: string;
  jobTitle: string;
}

const bodyOf = ({ templateKey, name, organizationId, departmentId, jobTitle }: Values) => ({
  templateKey,
  jobTitle: jobTitle.trim() || null,
  ...(organizationId === '' ? {} : { organizationId: Number(organizationId) }),
  departmentId: departmentId === '' ? null : Number(departmentId),
  ...(name.trim() === '' ? {} : { name }),
});

/**
 * Creates a matrix from a template (SPEC §7). The first step has template, job title, name and department. The second shows who
 * needs the modules, and lets the person decide whether they get them at once (MTX-06).
 */
export function TemplateDialog({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  /** The new matrix, to be found among the cards. */
  readonly onMade: (name: string) => void;
}) {
  const { t } = useLingui();
  const organizations = useQuery(
    queryFor(organizationsContract.list, { query: { sort: 'name', limit: 1000, isActive: 'true' } }),
  );
  const templates = useQuery(queryFor(curriculaContract.templates));
  const { toastOf } = useMailServer();
  const adding = useAdding({
    endpoint: curriculaContract.createFromTemplate,
    failure: messages.matrixTemplateFailed,
    success: ({ assigned }) =>
      assigned && assigned.assignments > 0 ? toastOf(messages.matrixCreatedAssigned) : messages.matrixCreated,
    successValues: ({ added, assigned }) => ({
      count: added,
      assignments: assigned?.assignments ?? 0,
      people: assigned?.people ?? 0,
    }),
    onDone: ({ matrixName }) => onMade(matrixName),
    showErrors: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: { templateKey: '', name: '', organizationId: '', departmentId: '', jobTitle: '' },
    rules: (values) => validateBy(templateBody)(bodyOf(values)),
    send: (values) => adding.show(bodyOf(values)),
  });
  const chosen = templates.data?.find(({ templateKey }) => templateKey === form.values.templateKey);
  if (adding.step && adding.answer) {
    const { added, matrixName, moduleIds } = adding.answer;
    return (
      <AddingDialog
        step={adding.step}
        body={bodyOf(form.values)}
        modules={added}
        title={t`Create the matrix ${matrixName}?`}
        labels={{ now: <Trans>Create and assign</Trans>, later: <Trans>Create matrix</Trans> }}
      >
        <MissingContent moduleIds={moduleIds} />
        <Text size="sm">
          <Plural value={added} one="# module from the template" other="# modules from the template" />
        </Text>
      </AddingDialog>
    );
  }
  return (
    <FormDialog
      opened
      title={t`Create from Template`}
      submitLabel={<Trans>Show who needs it</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={adding.showing}
      changed={form.isDirty()}
      size="md"
    >
      <Select
        label={t`Template`}
        withAsterisk
        data-autofocus
        openOnFocus={false}
        data={(templates.data ?? []).map(({ templateKey, name, moduleCount }) => ({
          value: templateKey,
          label: `${name} · ${t`${plural(moduleCount, { one: '# module', other: '# modules' })}`}`,
        }))}
        {...form.getInputProps('templateKey')}
        value={form.values.templateKey || null}
        onChange={(value) => {
          const template = templates.data?.find(({ templateKey }) => templateKey === value);
          form.setFieldValue('templateKey', value ?? '');
          form.setFieldValue('jobTitle', template?.jobTitle ?? '');
        }}
        key={form.key('templateKey')}
      />
      {(organizations.data ?? []).length > 1 && (
        <Select
          label={t`Organization`}
          description={t`Leave empty to use the department’s organization, otherwise your own.`}
          searchable
          clearable
          data={(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          nothingFoundMessage={<Trans>No organizations found</Trans>}
          {...form.getInputProps('organizationId')}
          value={form.values.organizationId || null}
          onChange={(value) => form.setValues({ organizationId: value ?? '', departmentId: '' })}
          key={form.key('organizationId')}
        />
      )}
      <DepartmentSelect
        organizationId={form.values.organizationId === '' ? null : Number(form.values.organizationId)}
        label={t`Department`}
        description={t`Leave empty for any department of the organization.`}
        clearable
        {...form.getInputProps('departmentId')}
        value={form.values.departmentId || null}
        onChange={(value) => form.setFieldValue('departmentId', value ?? '')}
        key={form.key('departmentId')}
      />
      <JobTitleInput
        description={t`Leave empty to use the template’s.`}
        {...form.getInputProps('jobTitle')}
        key={form.key('jobTitle')}
      />
      <TextInput
        label={t`Matrix name`}
        description={t`Leave empty to use the template’s name.`}
        placeholder={chosen?.name}
        {...form.getInputProps('name')}
        key={form.key('name')}
      />
      <DialogError
        error={templates.error ?? organizations.error ?? errorOutsideFields(adding.errorOfShow, form.values)}
      />
    </FormDialog>
  );
}
