import { secretsAttacks } from '#tests/tampering/secrets.ts';
import { describeAttacks } from '#tests/tampering/describe-attacks.ts';

describeAttacks('secrets', secretsAttacks);
