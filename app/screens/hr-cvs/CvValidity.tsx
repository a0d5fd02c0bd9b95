import { ActionIcon, Group, NumberInput, Text, Tooltip } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cvValidity, hrCvsContract } from '#shared/contract/hr-cvs.ts';
import { LONGEST_CV_MONTHS } from '#shared/domain/hr/cvs.ts';
import { queryFor } from '#app/lib/client.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

/** The validity period of CVs (HR-02): all people with the grant hr see it, administrators change it. */
export function CvValidity({ mayChange }: { readonly mayChange: boolean }) {
  const { t } = useLingui();
  const [changing, setChanging] = useState(false);
  const validity = useQuery(queryFor(hrCvsContract.validity));
  return (
    <Load query={validity} skeleton={<LineSkeletons label={t`Loading the validity...`} count={1} />}>
      {({ validMonths }) => (
        <>
          <Group gap="xs" wrap="nowrap">
            <Text size="sm" c="dimmed">
              <Plural
                value={validMonths}
                one="A CV is valid for # month after it is signed."
                other="A CV is valid for # months after it is signed."
              />
            </Text>
            {mayChange && (
              <Tooltip label={t`Change the validity`}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t`Change how long CVs are valid`}
                  onClick={() => setChanging(true)}
                >
                  <IconPencil size={17} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )}
          </Group>
          {changing && <ValidityDialog months={validMonths} onClose={() => setChanging(false)} />}
        </>
      )}
    </Load>
  );
}

function ValidityDialog({ months, onClose }: { readonly months: number; readonly onClose: () => void }) {
  const { t } = useLingui();
  const save = useCommand(hrCvsContract.setValidity, {
    success: messages.settingsUpdated,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm<{ validMonths: number | string }>({
    initialValues: { validMonths: months },
    rules: cvValidity,
    send: ({ validMonths }) => save.mutate({ body: { validMonths: Number(validMonths) } }),
  });
  return (
    <FormDialog
      opened
      title={t`Change how long CVs are valid`}
      submitLabel={<Trans>Save</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={save.isPending}
      changed={form.isDirty()}
      size="md"
    >
      <NumberInput
        label={t`Months`}
        description={t`It holds for CVs that are signed from now on; signed ones keep their last day.`}
        withAsterisk
        min={1}
        max={LONGEST_CV_MONTHS}
        {...form.getInputProps('validMonths')}
        key={form.key('validMonths')}
      />
      <DialogError error={errorOutsideFields(save.error, form.values)} />
    </FormDialog>
  );
}
