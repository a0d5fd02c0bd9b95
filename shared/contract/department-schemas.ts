import { z } from 'zod';
import { because } from '#shared/reasons/in-schema.ts';
import { bodyId, instant, multiline, requiredLine } from '#shared/contract/common.ts';

/** A department in answers of the API (SPEC §3, ORG-03). */
export const departmentView = z
  .object({
    id: z.int(),
    name: z.string(),
    organizationId: z.int(),
    organizationName: z.string(),
    description: z.string().nullable(),
    createdAt: instant,
    updatedAt: instant,
    revision: z.int(),
  })
  .meta({ id: 'DepartmentView' });

/** The form that creates a department (SPEC §5 'Create department'). */
export const departmentForm = z
  .strictObject({
    name: requiredLine(200, because('fields_needed')),
    organizationId: z.number(because('fields_needed')).pipe(bodyId),
    description: multiline(2000).trim().nullable().optional(),
  })
  .meta({ id: 'DepartmentForm' });

/** The form that renames a department (SPEC §5 'Edit department name'). */
export const departmentRename = z
  .strictObject({
    name: requiredLine(200, because('department_name_needed')),
  })
  .meta({ id: 'DepartmentRename' });
