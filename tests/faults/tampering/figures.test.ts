import { describeAttacks } from '#tests/tampering/describe-attacks.ts';
import { figuresAttacks } from '#tests/tampering/figures.ts';

describeAttacks('figures', figuresAttacks);
