import type { ReportAssignment } from '#app/features/completion-report/report.ts';
import { ProofButton } from '#app/features/training/ProofButton.tsx';

/** The proof file of a completion of the report, if it is valid (SIG-04). */
export function CompletionProof({ assignment }: { readonly assignment: ReportAssignment }) {
  const { id, evidence, moduleTitle } = assignment;
  if (evidence === null || evidence.state === 'not_valid') return null;
  return <ProofButton proven={{ assignmentId: id }} of={moduleTitle} />;
}
