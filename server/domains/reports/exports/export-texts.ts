import { defineTexts } from '#shared/texts/define-texts.ts';
import type { Translated } from '#server/platform/texts/translate.ts';

/** The texts of exported files except their columns (RPT-03, SHELL-09). Stored values of the audit trail are sealed in UTC. */
export const exportTexts = defineTexts('export', {
  dataSets: {
    people: 'People',
    assignments: 'Assignments',
    completions: 'Completions',
    training: 'Training Status',
    matrix: 'Training Matrix',
    audit: 'Audit Trail',
    report: 'Completion Report',
  },
  grid: 'Training Grid',
  legend: 'Letters',
  states: {
    overdue: 'Overdue',
    expired: 'Expired',
    not_assigned: 'Required, not assigned',
    not_started: 'Not started',
    in_progress: 'In progress',
    completed: 'Completed',
  },
  filters: {
    org: 'Organization',
    departmentId: 'Department',
    userId: 'Person',
    moduleId: 'Module',
    jobTitle: 'Job title',
    matrixId: 'Training matrix',
    version: 'Version',
    team: 'Team',
    q: 'Search',
    status: 'Status',
    from: 'From',
    to: 'To',
    actor: 'Acted by',
    about: 'About',
    recordType: 'One record',
    group: 'Kind of action',
    words: 'Words of the reason',
    sinceReview: 'Events',
  },
  data: 'Data',
  about: 'About',
  dataSet: 'Data set',
  asOf: 'As of',
  filter: 'Filters',
  none: 'None',
  lastReview: 'Since the last review',
  zone: 'Times',
  readerText: 'Times are in {zone}.',
  utcText: 'Times are in UTC.',
  zoneText:
    'Times are in {zone}, those of completions and signatures in the zone in which they were recorded. Due dates are calendar dates of the organization.',
  reach: 'Reach',
  reaches: {
    all: 'The whole installation',
    team: 'Direct and indirect reports of the requester',
    nobody: 'Nobody',
  },
  requestedBy: 'Requested by',
  certified: 'Certified copy',
  empty: 'Nothing matches these filters.',
});

/** The texts of exported files in one language. */
export type ExportTexts = Translated<typeof exportTexts>;
