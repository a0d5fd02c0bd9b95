import { msg } from '@lingui/core/macro';
import { addServerTexts } from '#app/lib/server-texts.ts';

/** What the server says where trainings of a person are assigned, moved, recorded or removed, to the letter (MTX-05, LRN-06). */
addServerTexts([
  ['There is no such module', msg`There is no such module`],
  ['This module is not active', msg`This module is not active`],
  ['This module belongs to another organization', msg`This module belongs to another organization`],
  ['This person is not active', msg`This person is not active`],
  ['There is no such assignment', msg`There is no such assignment`],
  ['Must not be after today', msg`Must not be after today`],
  ['At most 20 modules at once', msg`At most 20 modules at once`],
  ['At most 3650 days earlier or later', msg`At most 3650 days earlier or later`],
  [
    'These people have more than 10,000 open trainings. Choose fewer people.',
    msg`These people have more than 10,000 open trainings. Choose fewer people.`,
  ],
  [
    'These modules have more than 10,000 open trainings. Choose fewer modules.',
    msg`These modules have more than 10,000 open trainings. Choose fewer modules.`,
  ],
  ['At most 100,000 people at once', msg`At most 100,000 people at once`],
  [
    'Five of your assignments in the background are not finished yet. Wait for one, or cancel it.',
    msg`Five of your assignments in the background are not finished yet. Wait for one, or cancel it.`,
  ],
  ['This has ended already.', msg`This has ended already.`],
  [
    'Assigning stopped because of an error. Assign again.',
    msg`Assigning stopped because of an error. Assign again.`,
  ],
  ['The training no longer exists or is inactive.', msg`The training no longer exists or is inactive.`],
  ['At least 0', msg`At least 0`],
  ['At most 100', msg`At most 100`],
]);
