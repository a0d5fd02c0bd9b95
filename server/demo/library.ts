import type { DemoModule } from './demo-module.ts';
import { clinicalLibrary } from './library-clinical.ts';
import { othersLibrary } from './library-others.ts';
import { qualityLibrary } from './library-quality.ts';

/** The demo library: modules of every family (SPEC §9), written for this product. */
export const demoLibrary: readonly DemoModule[] = [...qualityLibrary, ...clinicalLibrary, ...othersLibrary];
