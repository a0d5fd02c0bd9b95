import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { familyName, type FamilyRow } from '#shared/domain/modules/families.ts';

type Named = Pick<FamilyRow, 'code' | 'groupName'>;

/** The only built-in family whose name is a word. All other names are the same in every language (SPEC §3). */
const other = 'Other';

/** Returns a group's name in the person's language; a name that an administrator entered is shown unchanged. */
export const shownFamilyName = (name: string): string =>
  name === other ? i18n._(msg({ message: 'Other', context: 'family of modules' })) : name;

/** Returns the name of a family, in the person's language. */
export const nameOfFamily = (family: Named, families: readonly Named[]): string =>
  familyName(
    { ...family, groupName: shownFamilyName(family.groupName) },
    families.map((row) => ({ ...row, groupName: shownFamilyName(row.groupName) })),
  );
