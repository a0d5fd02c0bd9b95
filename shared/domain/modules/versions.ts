import type { VersionState } from './publishing.ts';

/** The life of a module version (MOD-12), in its order. */
export const versionStatuses = ['draft', 'in_review', 'approved', 'effective', 'retired'] as const;

/** The state of a module version (MOD-12). */
export type VersionStatus = (typeof versionStatuses)[number];

const steps: Readonly<Record<VersionStatus, readonly VersionStatus[]>> = {
  // A draft may take effect at once where the module demands no approval.
  draft: ['in_review', 'effective'],
  in_review: ['approved', 'draft'],
  approved: ['effective', 'draft'],
  effective: ['retired'],
  retired: [],
};

/** Says whether a version may go from one status to another (MOD-12); where approval is demanded, a draft cannot skip it. */
export function isVersionStep(from: VersionStatus, to: VersionStatus, needsApproval: boolean): boolean {
  if (needsApproval && from === 'draft' && to === 'effective') return false;
  return steps[from].includes(to);
}

/** Where loaded content goes (MOD-11): into the version itself while nobody was ever assigned the module, else into a draft. */
export function loadTarget(everAssigned: boolean): 'in_place' | 'draft_version' {
  return everAssigned ? 'draft_version' : 'in_place';
}

/** What deleting a module comes to (MOD-13): gone when it was never assigned, else retired. */
export function removalOf(everAssigned: boolean): 'delete' | 'retire' {
  return everAssigned ? 'retire' : 'delete';
}

/** An effective version: its number, and since when. */
export interface InForce {
  readonly number: number;
  readonly effectiveFrom: Date;
}

/** The version from which a draft was started, and the version that has taken effect since. */
export interface Overtaking extends InForce {
  readonly basedOn: number;
}

/**
 * The version that has taken effect since a draft was started from an older one (MOD-11), so that its changes may be missing in
 * the draft; null if there is none, for versions that were effective themselves, and if the start of the draft is unknown.
 */
export function overtakenBy(
  version: { readonly state: VersionState; readonly basedOn: number | null },
  inForce: InForce | null,
): Overtaking | null {
  if (version.state !== 'draft' && version.state !== 'waiting') return null;
  const { basedOn } = version;
  return basedOn !== null && inForce !== null && inForce.number > basedOn ? { basedOn, ...inForce } : null;
}
