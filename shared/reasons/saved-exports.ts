import type { ReasonEntries } from './reason.ts';

/** The reasons for saving and scheduling exports. */
export const savedExportsReasons = {
  saved_export_name_taken: [
    'You already have a saved export with this name.',
    'Another saved export of the person has the name.',
  ],
  saved_export_too_many: [
    'You already have {maximum, number} saved exports. Delete one first.',
    'The person has as many saved exports as a person may have.',
    { maximum: 'number' },
  ],
  saved_export_access_changed: [
    'Your access has changed since this export was saved. Check what it contains, and save it again.',
    'A saved export runs only with the reach with which it was saved.',
  ],
  saved_export_filter_gone: [
    'A filter names something that no longer exists or that you may not see. Change the filters.',
    'A filter of the export names a record that is gone or out of reach.',
  ],
  export_schedule_too_many: [
    'You already have {maximum, number} schedules. End one first.',
    'The person has as many schedules as a person may have.',
    { maximum: 'number' },
  ],
  export_schedule_day: [
    'Choose the day of the week or of the month, as the frequency needs it.',
    'A weekly schedule has a day of the week, a monthly one a day of the month, and no other has one.',
  ],
  export_schedule_not_running: [
    'This schedule is not running.',
    'The schedule is paused already, or there is none.',
  ],
  time_form: ['Enter a time such as 07:00.', 'The time is not in hours and minutes.'],
} as const satisfies ReasonEntries;
