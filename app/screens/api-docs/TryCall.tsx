import { Alert, Button, Code, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { reportRefusal } from '#app/lib/client.ts';
import { toApiError } from '#app/lib/api-error.ts';
import { reasonText } from '#app/lib/reasons.ts';
import {
  addressWith,
  typeOf,
  type ApiCall,
  type ApiDocument,
  type Parameter,
} from '#app/screens/api-docs/api-document.ts';
import classes from '#app/screens/api-docs/ApiDocs.module.css';

/** The number of characters of an answer that are shown. */
const mostShown = 20_000;

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function get(address: string): Promise<Answer> {
  const answer = await fetch(address, {
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
  });
  const text = await answer.text();
  if (!answer.ok) reportRefusal(toApiError(answer.status, answer.statusText, text));
  return { status: answer.status, text };
}

/** Makes a read-only call with the entered values, as the reader (OPS-06): it is recorded like every other call. */
export function TryCall({ document, call }: { readonly document: ApiDocument; readonly call: ApiCall }) {
  const { t } = useLingui();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const attempt = useMutation({ mutationFn: get });
  const address = addressWith(call, values);
  const entered = call.parameters.filter(({ in: place }) => place !== 'header');
  return (
    <form
      aria-label={t`Try it`}
      onSubmit={(event) => {
        event.preventDefault();
        if (address !== null) attempt.mutate(address);
      }}
    >
      <Stack gap="xs">
        <Title order={3} size="h5">
          <Trans>Try it</Trans>
        </Title>
        <Text size="sm" c="dimmed">
          <Trans>The call is made with your own permissions and recorded like any other.</Trans>
        </Text>
        {entered.map((parameter) => (
          <ParameterField
            key={`${parameter.in} ${parameter.name}`}
            document={document}
            parameter={parameter}
            value={values[parameter.name] ?? ''}
            onChange={(value) => setValues({ ...values, [parameter.name]: value })}
          />
        ))}
        {address !== null && (
          <Code block translate="no" className={classes.answer}>
            {`GET ${address}`}
          </Code>
        )}
        <Group>
          <Button
            type="submit"
            leftSection={<IconSend size={16} aria-hidden />}
            loading={attempt.isPending}
            disabled={address === null}
          >
            <Trans>Send</Trans>
          </Button>
        </Group>
        {attempt.isError && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
            {reasonText('unreachable')}
          </Alert>
        )}
        {attempt.data && <AnswerOf answer={attempt.data} />}
      </Stack>
    </form>
  );
}

function AnswerOf({ answer: { status, text } }: { readonly answer: Answer }) {
  const { t } = useLingui();
  const shown = indented(text);
  return (
    <div>
      <Text size="sm" fw={600} role="status">
        <Trans>Status {status}</Trans>
      </Text>
      <Code
        block
        translate="no"
        tabIndex={0}
        className={classes.answer}
        role="group"
        aria-label={t`Response`}
      >
        {shown.slice(0, mostShown)}
      </Code>
      {shown.length > mostShown && (
        <Text size="sm" c="dimmed">
          <Trans>Only the start of the response is shown.</Trans>
        </Text>
      )}
    </div>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch (error) {
    // A proxy answered in its own format: the answer is shown unchanged.
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function ParameterField({
  document,
  parameter: { name, required, schema },
  value,
  onChange,
}: {
  readonly document: ApiDocument;
  readonly parameter: Parameter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const named =
    schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  const choices = (named?.enum ?? []).filter((one) => typeof one === 'string');
  const shared = { label: <span translate="no">{name}</span>, withAsterisk: required === true, maw: 480 };
  return choices.length > 0 ? (
    <Select
      {...shared}
      data={choices}
      clearable={required !== true}
      value={value === '' ? null : value}
      onChange={(choice) => onChange(choice ?? '')}
    />
  ) : (
    <TextInput
      {...shared}
      placeholder={typeOf(document, schema)}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
