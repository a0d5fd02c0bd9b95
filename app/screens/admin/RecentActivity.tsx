import { Paper, Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconAlertTriangle, IconCircleCheck, IconHistory, IconUpload, type Icon } from '@tabler/icons-react';
import type { dashboardContract } from '#shared/contract/dashboard.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { Tone } from '#app/theme/tokens.ts';
import classes from '#app/screens/admin/Admin.module.css';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { Moment } from '#app/ui/Moment.tsx';

type Activity = ResponseOf<typeof dashboardContract.recentActivity>[number];

const icons: Readonly<Record<Activity['type'], Icon>> = {
  upload: IconUpload,
  completion: IconCircleCheck,
  overdue: IconAlertTriangle,
};
const tones: Readonly<Record<Activity['color'], Tone>> = {
  primary: 'teal',
  green: 'green',
  yellow: 'yellow',
};

/** Recent Activity (SPEC §2.4): each event with its age and a link to the person or the training. */
export function RecentActivity({ activities }: { readonly activities: readonly Activity[] }) {
  if (activities.length === 0) {
    return (
      <EmptyState
        icon={IconHistory}
        title={<Trans>No recent activity</Trans>}
        hint={<Trans>Upload training modules or assign training to see activity here</Trans>}
      />
    );
  }
  return (
    <Paper withBorder p="md">
      <ul className={classes.activity}>
        {activities.map((activity) => (
          <ActivityItem key={activity.id} activity={activity} />
        ))}
      </ul>
    </Paper>
  );
}

function ActivityItem({
  activity: { type, color, description, timestamp, userId, moduleTitle },
}: {
  readonly activity: Activity;
}) {
  const TheIcon = icons[type];
  const tone = tones[color];
  return (
    <li className={classes.item}>
      <span
        className={classes.mark}
        style={{ color: `var(--tt-${tone}-text)`, backgroundColor: `var(--tt-${tone}-tint)` }}
      >
        <TheIcon size={18} aria-hidden />
      </span>
      <div className={classes.words}>
        <TextLink
          to={userId === null ? '/training-modules' : `/employee/${userId}`}
          search={userId === null ? { q: moduleTitle } : {}}
          size="sm"
          c="inherit"
        >
          {description}
        </TextLink>
        <Text size="xs" c="dimmed">
          <Moment value={timestamp} show="relative" />
        </Text>
      </div>
    </li>
  );
}
