/** Exits with the code as soon as no work is left, and after two seconds in any case. */
export function finishWith(code: number): void {
  process.exitCode = code;
  setTimeout(() => process.exit(code), 2000).unref();
}
