import type { AppPrivilege, ExemptTable } from './audited-table.ts';

const append: readonly AppPrivilege[] = ['insert'];
const change: readonly AppPrivilege[] = ['insert', 'update', 'delete'];

/** The tables of messages that the trail leaves out: the times of notifications, and the results of deliveries. */
export const exemptMessageTables: readonly ExemptTable[] = [
  {
    name: 'assignment_notices',
    exempt: 'which new trainings were emailed; the outbox keeps the emails',
    proof: { none: 'only keeps the same training from being announced twice' },
    app: change,
  },
  {
    name: 'weekly_digests',
    exempt: 'for which weeks the digest was sent; the outbox keeps the emails',
    proof: { none: 'only keeps the same week from being sent twice' },
    app: append,
  },
  ...['mail_outbox', 'webhook_deliveries', 'webhook_pauses'].map((name) => ({
    name,
    exempt: 'delivery of messages made from audited events',
    proof: { none: 'says what became of a delivery; no report counts emails or deliveries' },
    app: change,
  })),
];
