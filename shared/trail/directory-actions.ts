import { defineTexts } from '../texts/define-texts.ts';

/** The actions of company directories, and about their groups (OPS-06). */
export const directoryActions = defineTexts('trail.action', {
  'directory.personCreated': '{actor} added a person from the company directory',
  'directory.personChanged': '{actor} changed a person from the company directory',
  'directory.personRemoved': '{actor} deactivated a person who was removed from the company directory',
  'directory.groupCreated': '{actor} added a group from the company directory',
  'directory.groupChanged': '{actor} changed a group from the company directory',
  'directory.groupDeleted': '{actor} deleted a group of the company directory',
  'directory.roleSet': '{actor} chose the role that a group of the company directory gives',
});
