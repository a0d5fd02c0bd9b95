import { departmentForm } from '#shared/contract/department-schemas.ts';
import { errorsByField, validateBy, type FormValues } from '#app/lib/forms.ts';

/** What a new department asks; the empty text represents none. */
export interface DepartmentValues extends FormValues {
  name: string;
  organizationId: string;
}

/** The fields that are still empty (SPEC §5: said as a toast, and at the field). */
export function missingFields({ name, organizationId }: DepartmentValues): readonly string[] {
  return [...(name.trim() === '' ? ['name'] : []), ...(organizationId === '' ? ['organizationId'] : [])];
}

/** What a new department sends. */
export const departmentBody = ({ name, organizationId }: DepartmentValues) => ({
  name: name.trim(),
  organizationId: Number(organizationId),
});

/** What is wrong in a new department, by field (SPEC §5). */
export function departmentRefusals(values: DepartmentValues): Record<string, string> {
  const missing = missingFields(values);
  if (missing.length > 0) return errorsByField(missing.map((path) => ({ path, reason: 'fields_needed' })));
  return validateBy(departmentForm)(departmentBody(values));
}
