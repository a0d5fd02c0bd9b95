import { Paper, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconArchive,
  IconBan,
  IconCalendarOff,
  IconCircleCheck,
  IconEyeCheck,
  IconHistory,
  IconMail,
  IconRubberStamp,
  IconSend,
  IconSignature,
  IconUpload,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { HrActivityType } from '#shared/domain/hr/activity.ts';
import classes from '#app/screens/hr-dashboard/HrDashboard.module.css';
import type { HrActivityItem } from '#app/screens/hr-dashboard/hr-dashboard.ts';
import type { Tone } from '#app/theme/tokens.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { Moment } from '#app/ui/Moment.tsx';

const looks: Readonly<Record<HrActivityType, readonly [Icon, Tone]>> = {
  cv_requested: [IconMail, 'blue'],
  cv_uploaded: [IconUpload, 'teal'],
  cv_signed: [IconSignature, 'green'],
  agreement_uploaded: [IconUpload, 'teal'],
  agreement_sent: [IconSend, 'blue'],
  agreement_active: [IconCircleCheck, 'green'],
  agreement_declined: [IconX, 'red'],
  agreement_notice_given: [IconCalendarOff, 'amber'],
  agreement_terminated: [IconBan, 'gray'],
  document_uploaded: [IconUpload, 'teal'],
  document_asked: [IconMail, 'blue'],
  document_acknowledged: [IconEyeCheck, 'green'],
  registration_added: [IconRubberStamp, 'teal'],
  registration_uploaded: [IconUpload, 'teal'],
  registration_retired: [IconArchive, 'gray'],
};

/** Recent activity of the HR area (SPEC §2.16, HR-01): each event with its age and a link to its record. */
export function HrActivity({ items }: { readonly items: readonly HrActivityItem[] }) {
  if (items.length === 0) {
    return (
      <EmptyState
        icon={IconHistory}
        title={<Trans>No recent activity</Trans>}
        hint={<Trans>Activity of the last 90 days appears here.</Trans>}
      />
    );
  }
  return (
    <Paper withBorder p="md">
      <ul className={classes.activity}>
        {items.map((item) => (
          <ActivityItem key={item.id} item={item} />
        ))}
      </ul>
    </Paper>
  );
}

function ActivityItem({ item }: { readonly item: HrActivityItem }) {
  const told = useTold();
  const [TheIcon, tone] = looks[item.type];
  return (
    <li className={classes.item}>
      <span
        className={classes.mark}
        style={{ color: `var(--tt-${tone}-text)`, backgroundColor: `var(--tt-${tone}-tint)` }}
      >
        <TheIcon size={18} aria-hidden />
      </span>
      <div>
        <TextLink {...placeOf(item)} size="sm" c="inherit">
          {told(item)}
        </TextLink>
        <Text size="xs" c="dimmed">
          <Moment value={item.at} show="relative" />
        </Text>
      </div>
    </li>
  );
}

/** Returns the place at which an event can be seen. */
function placeOf({ type, person, title, organizationSlug, registrationId }: HrActivityItem) {
  const q = title === null ? {} : { q: title };
  if (registrationId !== null)
    return { to: '/hr-dashboard', search: { open: String(registrationId) }, hash: 'registrations' };
  if (type.startsWith('cv_'))
    return { to: '/hr-cv-repository', search: person === null ? {} : { q: person } };
  if (type.startsWith('agreement_')) return { to: '/hr-consulting-agreements', search: q };
  return { to: `/hr-org/${organizationSlug ?? ''}`, search: q };
}

/** Returns an event as a sentence. */
function useTold(): (item: HrActivityItem) => string {
  const { t } = useLingui();
  return (item) => {
    const actor = item.actor ?? t`Someone`;
    const person = item.person ?? t`Someone`;
    const title = item.title ?? '';
    const version = item.version ?? 1;
    const { people } = item;
    switch (item.type) {
      case 'cv_requested':
        return people === 1
          ? t`${actor} requested the CV of ${person}`
          : t`${actor} requested CVs from ${people} people`;
      case 'cv_uploaded':
        return t`${person} uploaded version ${version} of the CV`;
      case 'cv_signed':
        return t`${person} signed the CV`;
      case 'agreement_uploaded':
        return t`${actor} uploaded version ${version} of the agreement ${title}`;
      case 'agreement_sent':
        return t`The agreement ${title} was sent out for signature`;
      case 'agreement_active':
        return t`The agreement ${title} has been signed by all parties`;
      case 'agreement_declined':
        return t`${actor} declined to sign the agreement ${title}`;
      case 'agreement_notice_given':
        return t`${actor} gave notice on the agreement ${title}`;
      case 'agreement_terminated':
        return t`${actor} terminated the agreement ${title}`;
      case 'document_asked':
        return people === 1
          ? t`${actor} asked ${person} to read ${title}`
          : t`${actor} asked ${people} people to read ${title}`;
      case 'document_acknowledged':
        return t`${person} acknowledged ${title}`;
      case 'registration_added':
        return t`${actor} added the registration ${title}`;
      case 'registration_retired':
        return t`${actor} retired the registration ${title}`;
      case 'document_uploaded':
      case 'registration_uploaded':
        return t`${actor} uploaded version ${version} of ${title}`;
    }
  };
}
