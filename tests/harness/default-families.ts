import type { FamilyRow } from '#shared/domain/modules/families.ts';

const prefix = (text: string) => ({ kind: 'prefix', text }) as const;
const contains = (text: string) => ({ kind: 'contains', text }) as const;

/**
 * The families that an installation is seeded with (SPEC §3, §9; ORG-04): groups are in the order QMS, CRO, GCP, AxonX, CMO,
 * Other; patterns are tried in the order of §9. 'TP QMS' and 'TP CRO' are how quick-create spells 'TP-QMS' and 'TP-CRO'.
 */
export const defaultFamilies: readonly FamilyRow[] = [
  {
    code: 'tp-qms',
    groupName: 'QMS',
    groupPosition: 1,
    matchOrder: 1,
    patterns: [prefix('TP-QMS'), prefix('TP QMS')],
  },
  {
    code: 'tp-cro',
    groupName: 'CRO',
    groupPosition: 2,
    matchOrder: 2,
    patterns: [prefix('TP-CRO'), prefix('TP CRO')],
  },
  {
    code: 'axonx',
    groupName: 'AxonX',
    groupPosition: 4,
    matchOrder: 3,
    patterns: [prefix('AX-'), contains('axonx')],
  },
  {
    code: 'cmo-pro',
    groupName: 'CMO',
    groupPosition: 5,
    matchOrder: 4,
    patterns: [prefix('CMO-'), contains('cmo pro')],
  },
  {
    code: 'clinpro-gcp',
    groupName: 'GCP',
    groupPosition: 3,
    matchOrder: 5,
    patterns: [prefix('CP-'), contains('clinpro'), contains('gcp')],
  },
  {
    code: 'trialspro',
    groupName: 'Other',
    groupPosition: 6,
    matchOrder: 6,
    patterns: [contains('trialspro'), contains('trialpro')],
  },
  { code: 'other', groupName: 'Other', groupPosition: 6, matchOrder: 7, patterns: [] },
];
