import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  IconChartBar,
  IconGridDots,
  IconHistory,
  IconLock,
  IconShieldCheck,
  IconShieldSearch,
  IconUserCheck,
  type Icon,
} from '@tabler/icons-react';
import { PlainLink } from '#app/ui/links.tsx';

const places: readonly {
  readonly to: string;
  readonly label: MessageDescriptor;
  readonly hint: MessageDescriptor;
  readonly icon: Icon;
}[] = [
  {
    to: '/training-matrix/grid',
    label: msg`Training Grid`,
    hint: msg`Who has completed what, and on which day`,
    icon: IconGridDots,
  },
  {
    to: '/reports/completion',
    label: msg`Completion Report`,
    hint: msg`Every training with its signature`,
    icon: IconChartBar,
  },
  {
    to: '/compliance',
    label: msg`Compliance Dashboard`,
    hint: msg`Rates, and who is overdue`,
    icon: IconShieldCheck,
  },
  {
    to: '/audit',
    label: msg`Audit Trail`,
    hint: msg`Who did what, when and why`,
    icon: IconHistory,
  },
  {
    to: '/access-reviews',
    label: msg`Access Reviews`,
    hint: msg`Who had which access, and who reviewed it`,
    icon: IconUserCheck,
  },
  {
    to: '/integrity-checks',
    label: msg`Integrity Checks`,
    hint: msg`Whether records are as they were stored`,
    icon: IconShieldSearch,
  },
  {
    to: '/records-protected',
    label: msg`How these records are protected`,
    hint: msg`Signatures, seals and an offline check`,
    icon: IconLock,
  },
];

/** The screens that an inspector may open, as cards (INS-01). */
export function RoomLinks() {
  const { i18n } = useLingui();
  return (
    <SimpleGrid
      component="ul"
      cols={{ base: 1, xs: 2, md: 3 }}
      spacing="sm"
      m={0}
      p={0}
      style={{ listStyle: 'none' }}
    >
      {places.map(({ to, label, hint, icon: TheIcon }) => (
        <li key={to}>
          <Paper withBorder p="md" h="100%">
            <PlainLink to={to} style={{ display: 'flex', gap: 12, alignItems: 'flex-start' }}>
              <TheIcon size={22} stroke={1.7} aria-hidden style={{ flex: 'none' }} />
              <span>
                <Text span fw={600} display="block">
                  {i18n._(label)}
                </Text>
                <Text span size="sm" c="dimmed">
                  {i18n._(hint)}
                </Text>
              </span>
            </PlainLink>
          </Paper>
        </li>
      ))}
    </SimpleGrid>
  );
}
