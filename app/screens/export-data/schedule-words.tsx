import { Text } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { savedExportsContract } from '#shared/contract/saved-exports.ts';
import type { SchedulePause } from '#shared/domain/reports/export-schedule.ts';
import { Moment } from '#app/ui/Moment.tsx';

/** A saved export in the list. */
export type SavedExportRow = ResponseOf<typeof savedExportsContract.list>[number];

/** The schedule of a saved export. */
export type Schedule = NonNullable<SavedExportRow['schedule']>;

/** The days of the week from Monday, the first. */
export const weekdayLabels: readonly MessageDescriptor[] = [
  msg`Monday`,
  msg`Tuesday`,
  msg`Wednesday`,
  msg`Thursday`,
  msg`Friday`,
  msg`Saturday`,
  msg`Sunday`,
];

const pauseLabels: Readonly<Record<SchedulePause, MessageDescriptor>> = {
  access_lost: msg`Paused: the owner may no longer export this data.`,
  access_changed: msg`Paused: the access of the owner has changed since it was saved. Check what it contains, and resume it.`,
  filter_gone: msg`Paused: a filter names something that no longer exists or is out of reach. Change the filters, and resume it.`,
  stopped: msg`Paused: an administrator stopped it.`,
};

/** The schedule of a saved export in a sentence, with the next run or the reason why there is none (RPT-03). */
export function ScheduleText({ schedule }: { readonly schedule: Schedule }) {
  const { i18n } = useLingui();
  const { frequency, weekday, monthDay, time, timeZone, nextRunAt, pause } = schedule;
  const label = weekdayLabels[(weekday ?? 1) - 1];
  const day = label ? i18n._(label) : '';
  return (
    <>
      <Text size="sm">
        {frequency === 'daily' && (
          <Trans>
            Every day at {time} ({timeZone})
          </Trans>
        )}
        {frequency === 'weekly' && (
          <Trans>
            Every week on {day} at {time} ({timeZone})
          </Trans>
        )}
        {frequency === 'monthly' &&
          (monthDay === 31 ? (
            <Trans>
              Every month on the last day at {time} ({timeZone})
            </Trans>
          ) : (
            <Trans>
              Every month on day {monthDay} at {time} ({timeZone})
            </Trans>
          ))}
      </Text>
      {pause !== null && (
        <Text size="sm" fw={550}>
          {i18n._(pauseLabels[pause])}
        </Text>
      )}
      {nextRunAt !== null && (
        <Text size="sm" c="dimmed">
          <Trans>
            Next run <Moment value={nextRunAt} show="dateTime" />
          </Trans>
        </Text>
      )}
    </>
  );
}
