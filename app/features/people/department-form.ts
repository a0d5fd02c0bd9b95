import { departmentForm } from '#shared/contract/department-schemas.ts';
import { errorsByField, validateBy, type FormValues } from '#app/lib/forms.ts';

/** The fields of a new department; an empty text represents none. */
export interface DepartmentValues extends FormValues {
  name: string;
  organizationId: string;
}

/** Returns the fields that are still empty (SPEC §5: reported in a toast, and at the field). */
export function missingFields({ name, organizationId }: DepartmentValues): readonly string[] {
  return [...(name.trim() === '' ? ['name'] : []), ...(organizationId === '' ? ['organizationId'] : [])];
}

/** Returns the body of a new department. */
export const departmentBody = ({ name, organizationId }: DepartmentValues) => ({
  name: name.trim(),
  organizationId: Number(organizationId),
});

/** Returns the errors of a new department, by field (SPEC §5). */
export function departmentRefusals(values: DepartmentValues): Record<string, string> {
  const missing = missingFields(values);
  if (missing.length > 0) return errorsByField(missing.map((path) => ({ path, reason: 'fields_needed' })));
  return validateBy(departmentForm)(departmentBody(values));
}
