import { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import type { InspectionSight } from '#shared/domain/access/permissions.ts';
import { validateBy, type FormValues } from '#app/lib/forms.ts';

/** The fields of an inspection that both dialogs have. */
export interface AccessValues extends FormValues {
  toDay: string;
  userIds: string[];
  sees: InspectionSight[];
}

/** The fields of Open inspection. */
export interface OpeningValues extends AccessValues {
  title: string;
  purpose: string;
  organizationIds: string[];
  fromDay: string;
}

/** The fields of Change inspection. */
export interface ChangeValues extends AccessValues {
  reason: string;
}

/** Returns the body of Open inspection. */
export const openingBody = (values: OpeningValues) => ({
  title: values.title,
  purpose: values.purpose,
  organizationIds: values.organizationIds.map(Number),
  fromDay: values.fromDay,
  toDay: values.toDay,
  userIds: values.userIds,
  sees: values.sees,
});

/** Returns the body of Change inspection. */
export const changeBody = (values: ChangeValues) => ({
  toDay: values.toDay,
  userIds: values.userIds,
  sees: values.sees,
  reason: values.reason,
});

/** Returns the errors in Open inspection, by field. */
export const openingRefusals = (values: OpeningValues): Record<string, string> =>
  contract.open.body ? validateBy(contract.open.body)(openingBody(values)) : {};

/** Returns the errors in Change inspection, by field. */
export const changeRefusals = (values: ChangeValues): Record<string, string> =>
  contract.change.body ? validateBy(contract.change.body)(changeBody(values)) : {};
