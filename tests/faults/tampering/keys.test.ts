import { keysAttacks } from '#tests/tampering/keys.ts';
import { describeAttacks } from '#tests/tampering/describe-attacks.ts';

describeAttacks('keys', keysAttacks);
