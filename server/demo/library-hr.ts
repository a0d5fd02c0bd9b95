import type { AgreementKind, AgreementStatus } from '#shared/domain/hr/agreements.ts';
import type { DocumentCategory } from '#shared/domain/hr/documents.ts';
import type { DemoPaper } from './print-paper.ts';

/** An organization document that every organization of the demo has; its paper is the same everywhere. */
export interface DemoDocument {
  readonly title: string;
  readonly category: DocumentCategory;
  readonly paper: DemoPaper;
  /** A second version replaced the first. */
  readonly revised?: true;
  /** Everyone in the organization must read it. */
  readonly asked?: true;
}

const paper = (title: string, ...sections: DemoPaper['sections']): DemoPaper => ({
  from: 'Organization document',
  title,
  sections,
});

/** The documents of each organization (HR-04). */
export const demoDocuments: readonly DemoDocument[] = [
  {
    title: 'Data protection policy',
    category: 'policy',
    asked: true,
    revised: true,
    paper: paper(
      'Data protection policy',
      [
        'Purpose',
        'Personal data of participants and staff is kept only as long as it is needed, and only where it is protected.',
      ],
      [
        'Duties',
        'Report a loss or a wrong recipient on the same day to the data protection contact of the organization.',
      ],
    ),
  },
  {
    title: 'Employee handbook',
    category: 'handbook',
    asked: true,
    paper: paper(
      'Employee handbook',
      ['Working hours', 'Times are agreed in the team and recorded by each person.'],
      ['Absence', 'Tell your manager before the working day begins, and the coordinator of your study.'],
    ),
  },
  {
    title: 'Document control procedure',
    category: 'procedure',
    paper: paper(
      'Document control procedure',
      [
        'Versions',
        'A document in force is never overwritten. A change makes a new version with its own date.',
      ],
      ['Review', 'Each document has a date of review; its owner confirms it or replaces it by then.'],
    ),
  },
  {
    title: 'Liability insurance certificate',
    category: 'insurance',
    paper: paper('Liability insurance certificate', [
      'Cover',
      'Clinical studies, advice and laboratory work are covered within the limits named in the policy.',
    ]),
  },
];

/** An agreement of the demo in its current state; days are counted from today. */
export interface DemoAgreement {
  readonly title: string;
  readonly kind: AgreementKind;
  readonly status: AgreementStatus;
  readonly startsAgo: number;
  readonly endsIn: number | null;
  /** A person of the organization with an account; otherwise an external party. */
  readonly inside: boolean;
  readonly partyName: string;
  readonly terminatedReason?: string;
  /** The reason why the other party did not sign. */
  readonly declinedReason?: string;
  /** The notice that was given: the days until the end, and the reason. */
  readonly notice?: { readonly endsIn: number; readonly reason: string };
}

/** Agreements in each state; the first organization has all of them, the others a few (HR-03). */
export const demoAgreements: readonly DemoAgreement[] = [
  {
    title: 'Medical advice on cardiology studies',
    kind: 'consulting',
    status: 'active',
    startsAgo: 210,
    endsIn: 420,
    inside: false,
    partyName: 'Dr. Ruth Halvorsen',
  },
  {
    title: 'Statistical review of study reports',
    kind: 'services',
    status: 'active',
    startsAgo: 340,
    endsIn: 21,
    inside: false,
    partyName: 'Northfield Statistics',
  },
  {
    title: 'Advice on site selection',
    kind: 'advisory',
    status: 'out_for_signature',
    startsAgo: -10,
    endsIn: 355,
    inside: true,
    partyName: '',
  },
  {
    title: 'Translation of patient information',
    kind: 'services',
    status: 'active',
    startsAgo: 400,
    endsIn: -35,
    inside: false,
    partyName: 'Lingua Clinica',
  },
  {
    title: 'Confidentiality of device designs',
    kind: 'confidentiality',
    status: 'draft',
    startsAgo: -20,
    endsIn: null,
    inside: false,
    partyName: 'Orchard Engineering',
  },
  {
    title: 'Interim quality management',
    kind: 'consulting',
    status: 'terminated',
    startsAgo: 260,
    endsIn: 100,
    inside: false,
    partyName: 'Paolo Ferri',
    terminatedReason: 'The position was filled by an employee.',
  },
  {
    title: 'Confidentiality in early studies',
    kind: 'confidentiality',
    status: 'active',
    startsAgo: 150,
    endsIn: null,
    inside: true,
    partyName: '',
  },
  {
    title: 'Advice on rare diseases',
    kind: 'advisory',
    status: 'active',
    startsAgo: -25,
    endsIn: 700,
    inside: true,
    partyName: '',
  },
  {
    title: 'Regulatory writing',
    kind: 'services',
    status: 'active',
    startsAgo: 300,
    endsIn: null,
    inside: false,
    partyName: 'Quill & Dose',
    notice: { endsIn: 45, reason: 'Writing moves to our own team.' },
  },
  {
    title: 'Review of case reports',
    kind: 'consulting',
    status: 'declined',
    startsAgo: -15,
    endsIn: 350,
    inside: true,
    partyName: '',
    declinedReason: 'The number of hours is not stated.',
  },
];

/** A registration that an organization of the demo has; `endsIn` in days from today. */
export interface DemoRegistration {
  readonly name: string;
  readonly prefix: string;
  readonly authority: string;
  readonly endsIn: readonly (number | null)[];
  readonly hasDocument: boolean;
  readonly retiredReason?: string;
}

/** The registrations of organizations (HR-01); the last one only the first organization has. */
export const demoRegistrations: readonly DemoRegistration[] = [
  {
    name: 'License to conduct clinical trials',
    prefix: 'CT',
    authority: 'Office for Clinical Research',
    endsIn: [38, 410, -9, 720, 55, 230, 900, 140, 18],
    hasDocument: true,
  },
  {
    name: 'Entry in the data protection register',
    prefix: 'DP',
    authority: 'Data Protection Authority',
    endsIn: [610, null, 300, null, 480, -40, 75, null, 365],
    hasDocument: true,
  },
  {
    name: 'Entry in the company register',
    prefix: 'CR',
    authority: 'Commercial Court',
    endsIn: [null],
    hasDocument: false,
  },
  {
    name: 'Permit for the former laboratory',
    prefix: 'LB',
    authority: 'Health Department',
    endsIn: [-120],
    hasDocument: false,
    retiredReason: 'The laboratory moved; the new site has a permit of its own.',
  },
];

/** The countries and addresses at which the organizations of the demo are registered, by time zone. */
export const countryOf: Readonly<Record<string, readonly [country: string, address: string]>> = {
  'America/New_York': ['United States', '18 Harbor Street\nBoston, MA 02110'],
  'America/Los_Angeles': ['United States', '940 Mission Road\nSan Diego, CA 92101'],
  'America/Chicago': ['United States', '221 Lake Avenue\nChicago, IL 60601'],
  'Europe/London': ['United Kingdom', '7 Queen Square\nLondon WC1N 3AU'],
  'Europe/Berlin': ['Germany', 'Lindenstraße 12\n10969 Berlin'],
  'Europe/Paris': ['France', '24 rue des Cèdres\n69003 Lyon'],
  'Europe/Madrid': ['Spain', 'Calle del Sauce 5\n28004 Madrid'],
};
