/** The door to people for other areas: who they are, what happens to them, what a caller sees of them (USR-01 … USR-08). */
export { wrongPeopleCounts } from './check-people-counts.ts';
export { admitExternalPerson } from './commands/admit-external-person.ts';
export { changeUser } from './commands/change-user.ts';
export { createUser } from './commands/create-user.ts';
export { erasePerson } from './commands/erase-person.ts';
export { giveGrant, revokeGrant } from './commands/grants.ts';
export type * from './people.events.ts';
export { factsOf } from './people.events.ts';
export { holdPlaces, sharePlaces } from './places.ts';
export { remindOfReviewsJob } from './access-reviews/reviews.jobs.ts';
export { accessReviewDueMail } from './access-reviews/reviews.mails.ts';
export { readSignedReviews } from './access-reviews/signed-reviews.ts';
export { readConfirmations } from './identity-confirmations.ts';
export { nameOrEmailHas } from './people-filters.ts';
export { displayStatusSql, findManagerOf, findPersonPage, findProfile } from './people.queries.ts';
