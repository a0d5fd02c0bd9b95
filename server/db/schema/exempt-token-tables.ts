import type { AppPrivilege, ExemptTable } from './audited-table.ts';

const change: readonly AppPrivilege[] = ['insert', 'update', 'delete'];

/** What the trail leaves out of API tokens (OPS-06). */
export const exemptTokenTables: readonly ExemptTable[] = [
  {
    name: 'api_token_uses',
    exempt: 'counters of calls, several a minute; what a token does is in the trail by itself',
    proof: { none: 'when a token was last used, and how many calls it may still make in this minute' },
    app: change,
  },
  {
    name: 'api_token_warnings',
    exempt: 'which emails were sent; the emails are in the outbox, which is audited',
    proof: { none: 'keeps an email from being sent twice' },
    app: change,
  },
];
