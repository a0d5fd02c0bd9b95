import { erasedAttacks } from '#tests/tampering/erased.ts';
import { describeAttacks } from '#tests/tampering/describe-attacks.ts';

describeAttacks('erased people', erasedAttacks);
