import { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import type { InspectionSight } from '#shared/domain/access/permissions.ts';
import { validateBy, type FormValues } from '#app/lib/forms.ts';

/** What is chosen of an inspection in both dialogs. */
export interface AccessValues extends FormValues {
  toDay: string;
  userIds: string[];
  cvs: boolean;
  agreements: boolean;
  documents: boolean;
}

/** What Open inspection asks. */
export interface OpeningValues extends AccessValues {
  title: string;
  purpose: string;
  organizationIds: string[];
  fromDay: string;
}

/** What Change inspection asks. */
export interface ChangeValues extends AccessValues {
  reason: string;
}

const seesOf = ({ cvs, agreements, documents }: AccessValues): InspectionSight[] => [
  ...(cvs ? (['cvs'] as const) : []),
  ...(agreements ? (['agreements'] as const) : []),
  ...(documents ? (['documents'] as const) : []),
];

/** What Open inspection sends. */
export const openingBody = (values: OpeningValues) => ({
  title: values.title,
  purpose: values.purpose,
  organizationIds: values.organizationIds.map(Number),
  fromDay: values.fromDay,
  toDay: values.toDay,
  userIds: values.userIds,
  sees: seesOf(values),
});

/** What Change inspection sends. */
export const changeBody = (values: ChangeValues) => ({
  toDay: values.toDay,
  userIds: values.userIds,
  sees: seesOf(values),
  reason: values.reason,
});

/** What is wrong in Open inspection, by field. */
export const openingRefusals = (values: OpeningValues): Record<string, string> =>
  contract.open.body ? validateBy(contract.open.body)(openingBody(values)) : {};

/** What is wrong in Change inspection, by field. */
export const changeRefusals = (values: ChangeValues): Record<string, string> =>
  contract.change.body ? validateBy(contract.change.body)(changeBody(values)) : {};
