import { clockAttacks } from '#tests/tampering/clock.ts';
import { describeAttacks } from '#tests/tampering/describe-attacks.ts';

describeAttacks('clock', clockAttacks);
