import { Button, Code, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import {
  objectsIn,
  typeOf,
  type ApiDocument,
  type NamedObject,
  type Schema,
} from '#app/screens/api-docs/api-document.ts';
import classes from '#app/screens/api-docs/ApiDocs.module.css';

/** The fields of a call's input or answer; those of a nested object open on request. */
export function Fields({ document, schema }: { readonly document: ApiDocument; readonly schema: Schema }) {
  return objectsIn(document, schema).map((object, at) => (
    <ObjectFields key={object.name ?? String(at)} document={document} object={object} />
  ));
}

function ObjectFields({
  document,
  object: { name, schema },
}: {
  readonly document: ApiDocument;
  readonly object: NamedObject;
}) {
  const required = new Set(schema.required);
  return (
    <div className={classes.nested}>
      {name !== null && (
        <Text size="sm" fw={600} translate="no">
          {name}
        </Text>
      )}
      <ul className={classes.fields}>
        {Object.entries(schema.properties ?? {}).map(([field, inner]) => (
          <Field
            key={field}
            document={document}
            name={field}
            schema={inner}
            isRequired={required.has(field)}
          />
        ))}
      </ul>
    </div>
  );
}

function Field({
  document,
  name,
  schema,
  isRequired,
}: {
  readonly document: ApiDocument;
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const hasFields = objectsIn(document, schema).length > 0;
  return (
    <li className={classes.field}>
      <Code translate="no">{name}</Code>{' '}
      <Text span size="sm" c="dimmed" translate="no">
        {typeOf(document, schema)}
      </Text>{' '}
      {!isRequired && (
        <Text span size="xs" c="dimmed">
          <Trans>optional</Trans>
        </Text>
      )}
      {schema.description !== undefined && (
        <Text size="sm" lang="en">
          {schema.description}
        </Text>
      )}
      {hasFields && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={open}
          aria-label={open ? t`Hide the fields of ${name}` : t`Show the fields of ${name}`}
          onClick={() => setOpen(!open)}
        >
          {open ? <Trans>Hide fields</Trans> : <Trans>Show fields</Trans>}
        </Button>
      )}
      {open && <Fields document={document} schema={schema} />}
    </li>
  );
}
