import { describeAttacks } from '#tests/tampering/describe-attacks.ts';
import { historyAttacks } from '#tests/tampering/history.ts';

describeAttacks('history', historyAttacks);
