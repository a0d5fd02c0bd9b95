import { signaturesAttacks } from '#tests/tampering/signatures.ts';
import { describeAttacks } from '#tests/tampering/describe-attacks.ts';

describeAttacks('signatures', signaturesAttacks);
