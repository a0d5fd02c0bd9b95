import { recordsAttacks } from '#tests/tampering/records.ts';
import { describeAttacks } from '#tests/tampering/describe-attacks.ts';

describeAttacks('records', recordsAttacks);
