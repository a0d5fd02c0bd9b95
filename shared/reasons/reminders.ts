import type { ReasonEntries } from './reason.ts';

/** The reasons for administering reminders and emails. */
export const remindersReasons = {
  step_no_days: ['Enter a whole number of days', 'The step has no day.'],
  step_days_range: [
    'At most {maximum} days',
    'The step is too far from the due date.',
    { maximum: 'number' },
  ],
  time_needed: ['Enter a time', 'The time of the day is missing.'],
  too_many_steps: [
    'At most {maximum} steps',
    'The schedule has more steps than it may.',
    { maximum: 'number' },
  ],
  step_twice: ['This step already exists', 'Two steps say the same.'],
  step_nobody: ['Choose who is notified', 'The step is sent to nobody.'],
  step_too_early: ['At least 1 day after the due date', 'The step of overdue trainings is too early.'],
  reminder_type_needed: ['Choose a reminder type', 'The kind of the reminder is missing.'],
  reminders_too_many: [
    'You have sent too many reminders within an hour. Please wait before you send more.',
    'Manual reminders are limited per hour.',
  ],
  placeholder_unknown: [
    'Only the placeholders listed below can be used.',
    'The text has a placeholder that the email does not know.',
  ],
  list_missing: [
    "The text must contain '{list}' once, in its own paragraph.",
    'The placeholder of the list is missing, twice, or within a paragraph.',
  ],
  link_missing: [
    "The text must contain '{link}' once, in its own paragraph.",
    'The placeholder of the link is missing, twice, or within a paragraph.',
  ],
  list_before_link: ["Put '{list}' before '{link}'.", 'The list comes before the link.'],
} as const satisfies ReasonEntries;
