import { guardsAttacks } from '#tests/tampering/guards.ts';
import { describeAttacks } from '#tests/tampering/describe-attacks.ts';

describeAttacks('guards', guardsAttacks);
