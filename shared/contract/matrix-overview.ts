import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { bodyId, pageFields, pathId, sortBy } from '#shared/contract/common.ts';
import { namedPerson } from '#shared/contract/curricula-schemas.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

const manage = { permission: 'matrices.manage' } as const;

/** A department with the name of its organization. */
const departmentName = z
  .object({ id: z.number(), name: z.string(), organizationName: z.string() })
  .meta({ id: 'DepartmentName' });

/** The groups in the list of people of matrices: assigned ones, members by name, or those without an assignment yet. */
export const peopleGroups = ['assigned', 'members', 'waiting'] as const;

/** The data of /training-matrix in addition to its cards (SPEC §2.8, MTX-01). */
export const matrixOverviewContract = {
  figures: defineEndpoint({
    id: 'curricula.figures',
    method: 'GET',
    path: '/api/training-matrix/summary',
    summary: 'The four summary cards, each with the first names of its hover list',
    access: manage,
    compressed: true,
    audit: { none: 'names that administrators work with' },
    data: { shows: ['matrices', 'modules', 'people', 'assignments', 'departments'] },
    response: z
      .object({
        /** Departments with a matrix that has an entry (SPEC §4). */
        activeDepartments: z.number(),
        departments: z.array(departmentName),
        /** Pairs of a person and a matrix that is assigned to the person. */
        assignedTemplates: z.number(),
        templates: z.array(namedPerson.extend({ matrixId: z.number(), matrixName: z.string() })),
        totalUsers: z.number(),
        users: z.array(namedPerson),
        /** Null when there is no department of the setting, nor one named Clinical Research. */
        featuredDepartment: departmentName.nullable(),
        /** Modules in the matrices of that department. */
        featuredModules: z.number(),
      })
      .meta({ id: 'MatrixFigures' }),
  }),
  setFeaturedDepartment: defineEndpoint({
    id: 'curricula.setFeaturedDepartment',
    method: 'PUT',
    path: '/api/training-matrix/featured-department',
    summary: 'Chooses the department whose modules the fourth summary card counts',
    access: manage,
    audit: { command: 'matrix.featured_department_set' },
    data: { changes: ['matrices'] },
    body: z.strictObject({ departmentId: z.number(because('department_needed')).pipe(bodyId) }),
    response: departmentName,
  }),
  departments: defineEndpoint({
    id: 'curricula.departments',
    method: 'GET',
    path: '/api/training-matrix/departments',
    summary: 'Departments with their matrices, to assign or manage them (SPEC §2.8)',
    access: manage,
    audit: { none: 'no personal data' },
    data: { shows: ['departments', 'matrices', 'people'] },
    query: z.strictObject({ ...pageFields, sort: sortBy(['name', 'organization']) }),
    response: z.array(
      z
        .object({
          id: z.number(),
          name: z.string(),
          organizationName: z.string(),
          /** Active people of the department. */
          people: z.number(),
          matrices: z.array(
            z.object({
              id: z.number(),
              name: z.string(),
              jobTitle: z.string().nullable(),
              moduleCount: z.number(),
              userCount: z.number(),
            }),
          ),
        })
        .meta({ id: 'MatrixDepartment' }),
    ),
    list: true,
    compressed: true,
  }),
  people: defineEndpoint({
    id: 'curricula.people',
    method: 'GET',
    path: '/api/training-matrix/people',
    summary: 'People and the matrices that are assigned to them, or that they wait for (SPEC §2.8, MTX-06)',
    access: manage,
    audit: { none: 'names that administrators work with' },
    data: { shows: ['matrices', 'people', 'assignments', 'departments'] },
    query: z.strictObject({
      ...pageFields,
      sort: sortBy(['name', 'matrix']),
      matrixId: pathId.optional(),
      group: z.enum(peopleGroups).default('assigned'),
    }),
    response: z.array(
      namedPerson
        .extend({
          isActive: z.boolean(),
          matrixId: z.number(),
          matrixName: z.string(),
          organizationName: z.string().nullable(),
          /** Chosen by name: stays in the matrix until removed. */
          isMember: z.boolean(),
          /** The matrix matches by organization, department and job title. */
          isMatched: z.boolean(),
          /** Assignments that this matrix created. */
          open: z.number(),
          completed: z.number(),
          /** Completions that are no longer valid, without another valid one of the module (LRN-01). */
          expired: z.number(),
        })
        .meta({ id: 'MatrixPerson' }),
    ),
    list: true,
    compressed: true,
  }),
};
