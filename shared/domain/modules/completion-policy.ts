/** The ways to complete a module (SIG-02): signed after the content was seen, self-attested, or quiz passed and signed. */
export const completionPolicies = ['signed', 'self_attest', 'quiz'] as const;

/** A completion policy (SIG-02). */
export type CompletionPolicy = (typeof completionPolicies)[number];

/** The policy of a module that names none (SIG-02). */
export const DEFAULT_COMPLETION_POLICY: CompletionPolicy = 'signed';

/** Returns the policy of a new module without one (SIG-02): a module of questions is completed by passing them. */
export function defaultPolicyOf(contentType: string): CompletionPolicy {
  return contentType === 'quiz' ? 'quiz' : DEFAULT_COMPLETION_POLICY;
}
