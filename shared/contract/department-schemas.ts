import { z } from 'zod';
import { bodyId, instant, multiline, requiredLine } from '#shared/contract/common.ts';

/** A department as the API answers it (SPEC §3, ORG-03). */
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

/** What makes a department (SPEC §5 'Create department'). */
export const departmentForm = z
  .strictObject({
    name: requiredLine(200, 'Please fill in all fields'),
    organizationId: z.number('Please fill in all fields').pipe(bodyId),
    description: multiline(2000).trim().nullable().optional(),
  })
  .meta({ id: 'DepartmentForm' });

/** What renames a department (SPEC §5 'Edit department name'). */
export const departmentRename = z
  .strictObject({
    name: requiredLine(200, 'Department name is required'),
  })
  .meta({ id: 'DepartmentRename' });
