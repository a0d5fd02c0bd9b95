import { defineTexts } from '#shared/texts/define-texts.ts';

/** The texts of scheduled reminders (NOT-04). */
export const scheduleTexts = defineTexts('reminders.schedule', {
  ownSubject:
    '{count, plural, one {{count} training needs your attention} other {{count} trainings need your attention}}',
  teamSubject:
    '{count, plural, one {{count} overdue training in your team} other {{count} overdue trainings in your team}}',
  allSubject:
    '{count, plural, one {{count} training is long overdue} other {{count} trainings are long overdue}}',
  own: 'Your trainings',
  team: 'Overdue in your team',
  all: 'Long overdue, in all organizations',
  due: '{days, plural, one {due {date}, in {days} day} other {due {date}, in {days} days}}',
  dueToday: 'due today, {date}',
  overdue: '{days, plural, one {due {date}, {days} day overdue} other {due {date}, {days} days overdue}}',
  renewal: 'Time to renew',
  more: 'And {count} more.',
  openOwn: 'Open my trainings',
  openTeam: 'Open my team',
  openAll: 'Open the completion report',
});
