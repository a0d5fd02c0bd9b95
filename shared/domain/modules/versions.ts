import type { VersionState } from './publishing.ts';

/**
 * Returns where loaded content goes (MOD-11): into the version itself if nobody was ever assigned the module, otherwise into a
 * draft.
 */
export function loadTarget(everAssigned: boolean): 'in_place' | 'draft_version' {
  return everAssigned ? 'draft_version' : 'in_place';
}

/** Returns the effect of deleting a module (MOD-13): it is deleted if it was never assigned, otherwise retired. */
export function removalOf(everAssigned: boolean): 'delete' | 'retire' {
  return everAssigned ? 'retire' : 'delete';
}

/** An effective version: its number, and since when. */
export interface EffectiveVersion {
  readonly number: number;
  readonly effectiveFrom: Date;
}

/** The version from which a draft was started, and the version that has taken effect since. */
export interface Overtaking extends EffectiveVersion {
  readonly basedOn: number;
}

/**
 * Returns the version that has taken effect since a draft was started from an older one (MOD-11). Its changes may be missing in
 * the draft. Returns null if there is none, for versions that were effective themselves, and if the start of the draft is
 * unknown.
 */
export function overtakenBy(
  version: { readonly state: VersionState; readonly basedOn: number | null },
  inForce: EffectiveVersion | null,
): Overtaking | null {
  if (version.state !== 'draft' && version.state !== 'waiting') return null;
  const { basedOn } = version;
  return basedOn !== null && inForce !== null && inForce.number > basedOn ? { basedOn, ...inForce } : null;
}
