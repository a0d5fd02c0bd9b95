import { trailAttacks } from '#tests/tampering/trail.ts';
import { describeAttacks } from '#tests/tampering/describe-attacks.ts';

describeAttacks('trail', trailAttacks);
