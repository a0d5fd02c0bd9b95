/** What is wrong with the form of a refusal, for tests that send what nobody should (SEC-01). */
import type { Problem } from '#shared/contract/errors.ts';
import type { RawAnswered } from './raw-request.ts';

const isSaid = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** SCIM writes its errors in its own form (RFC 7644 §3.12). */
function scimFault({ status, text }: RawAnswered): string | null {
  const error = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const isWhole = [error['detail'], error['code'], error['reason']].every(isSaid);
  return isWhole && error['status'] === String(status) ? null : `an error with parts missing: ${text}`;
}

/** Says what is wrong with a refusal, or null: problem JSON with its parts, and each wrong field with a message. */
export function problemFault(answer: RawAnswered): string | null {
  // To a player that asked for bytes that there are not, the length is the answer (RFC 9110 §15.5.17).
  if (answer.status === 416) {
    const isRange = /^bytes \*\/\d+$/.test(String(answer.headers['content-range']));
    return isRange && answer.text === '' ? null : 'a refused range without its length';
  }
  const type = answer.headers['content-type'];
  if (type === 'application/scim+json; charset=utf-8') return scimFault(answer);
  if (type !== 'application/problem+json; charset=utf-8') return `refused as ${String(type)}`;
  const problem = JSON.parse(answer.text) as Partial<Problem>;
  const isWhole = [problem.title, problem.detail, problem.code].every(isSaid);
  if (!isWhole || problem.status !== answer.status) return `a problem with parts missing: ${answer.text}`;
  if (problem.code !== 'VALIDATION_FAILED') return null;
  const errors = problem.errors ?? [];
  const isNamed = errors.length > 0 && errors.every(({ path, message }) => isSaid(path) && isSaid(message));
  return isNamed ? null : `a refused input without its field: ${answer.text}`;
}
