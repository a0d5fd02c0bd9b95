import { Text } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Email } from '#app/ui/Email.tsx';

/** A person in a table: the name, the email below it and additional content if given. */
export function PersonCell({
  name,
  email,
  minWidth = 180,
  children,
}: {
  readonly name: string;
  readonly email: string;
  readonly minWidth?: number;
  readonly children?: ReactNode;
}) {
  return (
    <div style={{ minWidth, overflowWrap: 'anywhere' }}>
      <Text size="sm" fw={550}>
        {name}
      </Text>
      <Text size="xs" c="dimmed">
        <Email address={email} />
      </Text>
      {children}
    </div>
  );
}

/** A person's organization in a table, with the department below it. */
export function PlaceCell({
  place: { organizationName, departmentName },
  minWidth = 140,
}: {
  readonly place: { readonly organizationName: string | null; readonly departmentName: string | null };
  readonly minWidth?: number;
}) {
  const { t } = useLingui();
  return (
    <div style={{ minWidth, overflowWrap: 'anywhere' }}>
      <Text size="sm">{organizationName ?? t`No organization`}</Text>
      <Text size="xs" c="dimmed">
        {departmentName ?? ''}
      </Text>
    </div>
  );
}
