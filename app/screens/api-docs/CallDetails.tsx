import { Badge, Code, Group, Stack, Text, Title } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { useUser } from '#app/lib/session.ts';
import {
  mayMake,
  typeOf,
  type ApiCall,
  type ApiDocument,
  type Body,
} from '#app/screens/api-docs/api-document.ts';
import classes from '#app/screens/api-docs/ApiDocs.module.css';
import { Fields } from '#app/screens/api-docs/Fields.tsx';
import { TryCall } from '#app/screens/api-docs/TryCall.tsx';

interface Props {
  readonly document: ApiDocument;
  readonly call: ApiCall;
}

/** All facts of one call: the permitted callers, its input and answers, and a form to try it. */
export function CallDetails({ document, call }: Props) {
  const { permissions } = useUser();
  const canTry =
    call.method === 'GET' &&
    mayMake(call, permissions) &&
    call.answers.some(({ status, body }) => status === '200' && body?.type === 'application/json');
  return (
    <Stack className={classes.details} gap="md">
      <WhoMayCall call={call} />
      {call.parameters.length > 0 && (
        <div>
          <Title order={3} size="h5">
            <Trans>Parameters</Trans>
          </Title>
          <ul className={classes.fields}>
            {call.parameters.map(({ name, in: place, required, description, schema }) => (
              <li key={`${place} ${name}`} className={classes.field}>
                <Code translate="no">{name}</Code>{' '}
                <Text span size="sm" c="dimmed" translate="no">
                  {place} · {typeOf(document, schema)}
                </Text>{' '}
                {required === true && <Required />}
                {description !== undefined && (
                  <Text size="sm" lang="en">
                    {description}
                  </Text>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {call.body && (
        <div>
          <Title order={3} size="h5">
            <Trans>Request body</Trans>
          </Title>
          <BodyOf document={document} body={call.body} />
        </div>
      )}
      <div>
        <Title order={3} size="h5">
          <Trans>Responses</Trans>
        </Title>
        <ul className={classes.fields}>
          {call.answers.map(({ status, description, body }) => (
            <li key={status} className={classes.field}>
              <Code translate="no">{status}</Code>{' '}
              <Text span size="sm" lang="en" style={{ whiteSpace: 'pre-line' }}>
                {description}
              </Text>
              {body && status.startsWith('2') && <BodyOf document={document} body={body} />}
            </li>
          ))}
        </ul>
      </div>
      {canTry && <TryCall key={call.id} document={document} call={call} />}
    </Stack>
  );
}

function WhoMayCall({ call: { id, isPublic, permission, takesTokens } }: Pick<Props, 'call'>) {
  return (
    <Group gap="xs">
      <Text size="sm">
        {isPublic ? (
          <Trans>Anyone can make this call.</Trans>
        ) : permission === null ? (
          <Trans>Everyone who is signed in can make this call.</Trans>
        ) : (
          <Trans>
            Permission: <Code translate="no">{permission}</Code>
          </Trans>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>
          Name: <Code translate="no">{id}</Code>
        </Trans>
      </Text>
      {takesTokens && (
        <Badge variant="light" size="sm" tt="none">
          <Trans>Accepts API tokens</Trans>
        </Badge>
      )}
    </Group>
  );
}

function BodyOf({
  document,
  body: { type, schema },
}: {
  readonly document: ApiDocument;
  readonly body: Body;
}) {
  return (
    <div>
      <Text size="sm" c="dimmed" translate="no" className={classes.field}>
        {type} · {typeOf(document, schema)}
      </Text>
      <Fields document={document} schema={schema} />
    </div>
  );
}

/** Marks required fields. */
export function Required() {
  return (
    <Text span size="xs" fw={600}>
      <Trans>required</Trans>
    </Text>
  );
}
