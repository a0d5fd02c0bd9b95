import { accessReviewsAttacks } from '#tests/tampering/access-reviews.ts';
import { describeAttacks } from '#tests/tampering/describe-attacks.ts';

describeAttacks('access reviews', accessReviewsAttacks);
