import { filesAttacks } from '#tests/tampering/files.ts';
import { describeAttacks } from '#tests/tampering/describe-attacks.ts';

describeAttacks('files', filesAttacks);
