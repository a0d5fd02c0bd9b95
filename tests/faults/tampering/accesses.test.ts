import { accessesAttacks } from '#tests/tampering/accesses.ts';
import { describeAttacks } from '#tests/tampering/describe-attacks.ts';

describeAttacks('accesses', accessesAttacks);
