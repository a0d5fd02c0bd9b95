import { useLingui } from '@lingui/react/macro';
import { roleLabels } from '#app/features/people/role-labels.ts';
import type { PersonRow } from '#app/features/people/people.ts';
import type { StaleChange } from '#app/ui/StaleNotice.tsx';
import { changedFields, valuesOf, type UserField, type UserValues } from '#app/screens/users/user-form.ts';

/** The record that another person has saved, and the entries in the form. */
export interface Stale {
  readonly newer: PersonRow;
  readonly texts: ReadonlyMap<UserField, string>;
}

/** The changes that another person has made since the form was opened, field by field, next to what was entered here. */
export function useStaleChanges(
  seen: PersonRow,
  stale: Stale | null,
  entered: UserValues,
): readonly StaleChange[] {
  const { t, i18n } = useLingui();
  if (stale === null) return [];
  const { newer, texts } = stale;
  const labels: Readonly<Record<UserField, string>> = {
    firstName: t`First name`,
    lastName: t`Last name`,
    email: t`Email`,
    externalId: t`External ID`,
    role: t`Role`,
    jobTitle: t`Training Category`,
    organizationId: t`Organization`,
    departmentId: t`Department`,
    managerId: t`Manager`,
    isActive: t`Active Status`,
  };
  const none = '–';
  const shown = (person: PersonRow, field: UserField): string => {
    switch (field) {
      case 'role':
        return person.role ? i18n._(roleLabels[person.role]) : none;
      case 'organizationId':
        return person.organizationName ?? none;
      case 'departmentId':
        return person.departmentName ?? none;
      case 'managerId':
        return person.managerName ?? none;
      case 'isActive':
        return person.isActive ? t`On` : t`Off`;
      case 'firstName':
      case 'lastName':
      case 'email':
      case 'externalId':
      case 'jobTitle':
        return person[field] ?? none;
    }
  };
  const mine = changedFields(valuesOf(seen), entered);
  const enteredAs = (field: UserField): string => {
    if (field === 'isActive') return entered.isActive ? t`On` : t`Off`;
    return texts.get(field) || none;
  };
  return changedFields(valuesOf(seen), valuesOf(newer)).map((field) => ({
    label: labels[field],
    before: shown(seen, field),
    after: shown(newer, field),
    ...(mine.includes(field) ? { mine: enteredAs(field) } : {}),
  }));
}
