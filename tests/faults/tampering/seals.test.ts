import { sealsAttacks } from '#tests/tampering/seals.ts';
import { describeAttacks } from '#tests/tampering/describe-attacks.ts';

describeAttacks('seals', sealsAttacks);
