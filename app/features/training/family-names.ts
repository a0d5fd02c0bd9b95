import { msg } from '@lingui/core/macro';
import type { FamilyRow } from '#shared/domain/modules/families.ts';
import { familyName } from '#shared/domain/modules/families.ts';
import { addServerTexts, translateServerText } from '#app/lib/server-texts.ts';

type Named = Pick<FamilyRow, 'code' | 'groupName'>;

/** The one built-in family with a word for a name; the others are called by their own names in every language (SPEC §3). */
addServerTexts(
  [['Other', msg({ message: 'Other', context: 'family of modules' })]],
  [[/^Other \((.+)\)$/, msg({ message: 'Other ({0})', context: 'family of modules' })]],
);

/** A group's or family's name in the person's language; one that an administrator gave stays as it is. */
export const shownFamilyName = (name: string): string => translateServerText(name);

/** What a family is called, in the person's language. */
export const nameOfFamily = (family: Named, families: readonly Named[]): string =>
  shownFamilyName(familyName(family, families));
