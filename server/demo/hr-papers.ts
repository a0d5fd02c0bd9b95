import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import type { Services } from '#server/platform/services.ts';
import { demoAgreements, demoDocuments, demoRegistrations } from './library-hr.ts';
import { printPaper, type DemoPaper } from './print-paper.ts';
import { storeDemo } from './store-demo.ts';

/** A person whose CV the demo prints. */
export interface CvSubject {
  readonly id: string;
  readonly name: string;
  readonly jobTitle: string | null;
  readonly organizationName: string;
  readonly departmentName: string | null;
}

/** The papers of the HR area in the store, by a name that the seed requests. */
export type DemoPapers = ReadonlyMap<string, AcceptedFile>;

/** Returns a file name that people would choose. */
export const fileName = (title: string): string => `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.pdf`;

/** Returns the name of the paper for the CVs of a department. */
export const cvPaper = (person: CvSubject): string => `cv ${person.departmentName ?? 'Administration'}`;

// Fonts are read again for each PDF: one CV per person would make the first start twice as long.
const cvOf = (department: string): DemoPaper => ({
  from: 'Curriculum vitae',
  title: department,
  sections: [
    ['Experience', `${department}: studies, records and the training of new colleagues.`],
    ['Education', 'Degree in life sciences; certificate in good clinical practice.'],
  ],
});

/** Prints and stores every paper of the demo's HR area: one CV a department, the others once for all organizations. */
export async function makePapers(services: Services, people: readonly CvSubject[]): Promise<DemoPapers> {
  const wanted: (readonly [key: string, name: string, paper: DemoPaper])[] = [
    ...[...new Set(people.map(cvPaper))].map(
      (key) => [key, fileName(key), cvOf(key.slice('cv '.length))] as const,
    ),
    ...demoDocuments.flatMap(({ title, paper, revised }) => {
      const first = [`document ${title} 1`, fileName(title), paper] as const;
      if (!revised) return [first];
      const sections = [
        ...paper.sections,
        ['Changes', 'The second version names the contact and the day of reporting.'] as const,
      ];
      return [first, [`document ${title} 2`, fileName(`${title} 2`), { ...paper, sections }] as const];
    }),
    ...demoAgreements.map(({ title, kind }) => {
      const sections = [
        ['Subject', `${title}. The work is described in the annex and paid by the hour.`],
        ['Confidentiality', 'What becomes known through the work stays confidential after its end.'],
      ] as const;
      return [
        `agreement ${title}`,
        fileName(title),
        { from: `Agreement (${kind})`, title, sections },
      ] as const;
    }),
    ...demoRegistrations.map(({ name, authority }) => {
      const sections = [['Certificate', `The authority named above confirms: ${name}.`]] as const;
      return [`registration ${name}`, fileName(name), { from: authority, title: name, sections }] as const;
    }),
  ];
  const made = new Map<string, AcceptedFile>();
  for (const [key, name, paper] of wanted)
    made.set(key, await storeDemo(services, name, await printPaper(paper)));
  return made;
}
