import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { familyName, type FamilyRow } from '#shared/domain/modules/families.ts';

type Named = Pick<FamilyRow, 'code' | 'groupName'>;

/** The one built-in family with a word for a name; the others are called by their own names in every language (SPEC §3). */
const other = 'Other';

/** A group's name in the person's language; one that an administrator gave stays as it is. */
export const shownFamilyName = (name: string): string =>
  name === other ? i18n._(msg({ message: 'Other', context: 'family of modules' })) : name;

/** What a family is called, in the person's language. */
export const nameOfFamily = (family: Named, families: readonly Named[]): string =>
  familyName(
    { ...family, groupName: shownFamilyName(family.groupName) },
    families.map((row) => ({ ...row, groupName: shownFamilyName(row.groupName) })),
  );
