import { copiesAttacks } from '#tests/tampering/copies.ts';
import { describeAttacks } from '#tests/tampering/describe-attacks.ts';

describeAttacks('copies of the seals', copiesAttacks);
