/** Every attack that `npm run attack` runs. */
import type { Attack } from './attack.ts';
import { bombs } from './bombs.ts';
import { fuzz } from './fuzz.ts';
import { garbage } from './garbage.ts';
import { races } from './races.ts';
import { reachCalls } from './reach-calls.ts';
import { takeovers } from './takeovers.ts';

/** The attacks, in the order in which they run. */
export const attacks: readonly Attack[] = [reachCalls(), fuzz, garbage, takeovers, races, bombs];
