import { describeAttacks } from '#tests/tampering/describe-attacks.ts';
import { hiddenAttacks } from '#tests/tampering/hidden.ts';

describeAttacks('hidden guards', hiddenAttacks);
