import { commandsAttacks } from '#tests/tampering/commands.ts';
import { describeAttacks } from '#tests/tampering/describe-attacks.ts';

describeAttacks('commands', commandsAttacks);
