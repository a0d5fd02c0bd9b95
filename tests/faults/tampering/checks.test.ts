import { checksAttacks } from '#tests/tampering/checks.ts';
import { describeAttacks } from '#tests/tampering/describe-attacks.ts';

describeAttacks('checks', checksAttacks);
