import type { ExemptTable } from './audited-table.ts';

/** Tables about people that the trail leaves out. */
export const exemptPersonTables: readonly ExemptTable[] = [
  {
    name: 'person_history',
    exempt:
      'how people were called before, written by the trigger of users only; each change is in the trail',
    proof: 'rebuilt',
    app: [],
  },
  {
    name: 'absence_details',
    exempt:
      'why somebody is away may be data about health, which the trail could never delete; the absence itself is audited',
    proof: { none: 'no due date, figure or paper depends on why somebody is away' },
    app: ['insert', 'update', 'delete'],
  },
  {
    name: 'directory_people',
    exempt:
      'what a company directory sent; what it changes in an account is in the trail as a change of the account',
    proof: { none: 'which accounts the directory manages now; records depend on the account alone' },
    app: ['insert', 'update', 'delete'],
  },
  {
    name: 'directory_members',
    exempt:
      'the members of groups of a company directory; a role that follows is in the trail as a change of the account',
    proof: { none: 'who is in which group now; records depend on the account alone' },
    app: ['insert', 'update', 'delete'],
  },
];
