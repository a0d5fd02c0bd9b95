/** The Training Categories, which are also the job titles offered (SPEC §3, USR-02) and the seeded categories (MOD-02). */
export const trainingCategories = [
  'Clinical Research',
  'Data Management',
  'Healthcare Specialist',
  'Administration',
  'Quality Affairs',
  'Medical Affairs',
  'Project Manager',
] as const;

/** One of the seven Training Categories (SPEC §3). */
export type TrainingCategory = (typeof trainingCategories)[number];

/** The longest job title that the API takes, in characters (USR-02). */
export const JOB_TITLE_MAX = 200;

/** The department names offered for editing (SPEC §9, ORG-03). */
export const offeredDepartmentNames = [
  'Clinical Research',
  'Data Management',
  'Quality Assurance',
  'Medical Affairs',
  'Regulatory Affairs',
  'Healthcare Analytics',
  'Project Management',
] as const;
