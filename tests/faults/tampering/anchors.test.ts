import { anchorsAttacks } from '#tests/tampering/anchors.ts';
import { describeAttacks } from '#tests/tampering/describe-attacks.ts';

describeAttacks('anchors', anchorsAttacks);
