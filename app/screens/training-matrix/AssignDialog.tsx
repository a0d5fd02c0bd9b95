import { Checkbox, Group, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { curriculaContract } from '#shared/contract/curricula.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { peopleContract } from '#shared/contract/people.ts';
import type { ApiError } from '#app/lib/api-error.ts';
import { queryFor } from '#app/lib/client.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { EffectView } from '#app/screens/training-matrix/EffectView.tsx';
import type { Matrix } from '#app/screens/training-matrix/MatrixCard.tsx';
import { ConfirmDialog, DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

/** What was done, in numbers. */
const assigned: ToastRow = {
  tone: 'default',
  title: msg`Template assigned`,
  text: msg({
    message:
      '{assignments, plural, one {# assignment} other {# assignments}} {people, plural, one {for # person} other {for # people}}',
  }),
};

type Person = ResponseOf<typeof peopleContract.list>[number];

/**
 * Assign users of a department (SPEC §2.8, §5): choose people, see who gets what until when, then assign (MTX-05,
 * MTX-06). When the world has changed in between, the new effect is shown instead.
 */
export function AssignDialog({ matrix, onClose }: { readonly matrix: Matrix; readonly onClose: () => void }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const people = useQuery(
    queryFor(peopleContract.list, {
      query: {
        limit: 1000,
        sort: 'name',
        ...(matrix.organizationId === null ? {} : { organizationId: String(matrix.organizationId) }),
      },
    }),
  );
  const body = { matrixId: matrix.id, specificUserIds: [...chosen] };
  const preview = useCommand(curriculaContract.assign, { failure: messages.matrixAssignFailed });
  const assign = useCommand(curriculaContract.assign, {
    failure: messages.matrixAssignFailed,
    invalidates: [curriculaContract.matrices, assignmentsContract.list, assignmentsContract.mine],
    onSuccess: onClose,
    success: assigned,
    successValues: ({ assignments, people: count }) => ({ assignments, people: count }),
    onError: (error: ApiError) => {
      if (error.code !== 'EFFECT_CHANGED') return false;
      preview.mutate({ body: { ...body, preview: true } });
      return true;
    },
  });
  const effect = preview.data?.effect;
  if (preview.data && effect) {
    const { effectHash } = preview.data;
    return (
      <ConfirmDialog
        opened
        title={t`Assign ${matrix.name}?`}
        confirmLabel={<Trans>Assign</Trans>}
        effects={<EffectView effect={effect} />}
        busy={assign.isPending || preview.isPending}
        blocked={effect.assignments === 0 && effect.newMembers === 0}
        error={assign.error}
        onConfirm={() => assign.mutate({ body: { ...body, effectHash } })}
        onClose={() => {
          assign.reset();
          preview.reset();
        }}
        size="lg"
      />
    );
  }
  return (
    <FormDialog
      opened
      title={t`Assign ${matrix.name}`}
      submitLabel={<Trans>Show effect</Trans>}
      onSubmit={(event) => {
        event?.preventDefault();
        preview.mutate({ body: { ...body, preview: true } });
      }}
      onClose={onClose}
      busy={preview.isPending}
      blocked={chosen.size === 0}
      size="lg"
    >
      <Load query={people} skeleton={<LineSkeletons label={t`Loading users...`} />}>
        {(rows) => <PeopleChoice people={rows} matrix={matrix} chosen={chosen} onChange={setChosen} />}
      </Load>
      <DialogError error={preview.error} />
    </FormDialog>
  );
}

function PeopleChoice({
  people,
  matrix,
  chosen,
  onChange,
}: {
  readonly people: readonly Person[];
  readonly matrix: Matrix;
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const here = people.filter(
    (person) =>
      person.isActive && (matrix.departmentId === null || person.departmentId === matrix.departmentId),
  );
  // Everybody of the department first; others only when they are searched for.
  const pool = text === '' ? here : people.filter((person) => person.isActive);
  const shown = pool.filter((person) => matches(person, text));
  const all = shown.length > 0 && shown.every((person) => chosen.has(person.id));
  const toggle = (ids: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  };
  return (
    <Stack gap="xs">
      <TextInput
        label={t`People`}
        placeholder={t`Name or email`}
        leftSection={<IconSearch size={16} aria-hidden />}
        type="search"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group justify="space-between">
        <Checkbox
          label={t`Select all shown`}
          checked={all}
          indeterminate={!all && shown.some((person) => chosen.has(person.id))}
          onChange={({ currentTarget }) =>
            toggle(
              shown.map((person) => person.id),
              currentTarget.checked,
            )
          }
        />
        <Text size="sm" c="dimmed" role="status">
          <Trans>
            {chosen.size} of {shown.length} selected
          </Trans>
        </Text>
      </Group>
      <ScrollArea.Autosize mah={320} type="auto">
        <Stack gap={6}>
          {shown.map((person) => (
            <Checkbox
              key={person.id}
              checked={chosen.has(person.id)}
              onChange={({ currentTarget }) => toggle([person.id], currentTarget.checked)}
              label={nameOf(person)}
              description={[person.jobTitle, person.email].filter(Boolean).join(' · ')}
            />
          ))}
          {shown.length === 0 && (
            <Text size="sm" c="dimmed">
              <Trans>Nobody here. Search for people of other departments.</Trans>
            </Text>
          )}
        </Stack>
      </ScrollArea.Autosize>
    </Stack>
  );
}

const nameOf = (person: Person) =>
  `${person.firstName ?? ''} ${person.lastName ?? ''}`.trim() || person.email;

const matches = (person: Person, text: string) =>
  `${nameOf(person)} ${person.email}`.toLowerCase().includes(text.toLowerCase());
