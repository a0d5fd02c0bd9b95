/**
 * Writes instants with date and time in any zone, with one format a zone: a signature is told in the zone in which its signer
 * saw it (SIG-04), whatever the reader's is.
 */
export function zonedInstants(language: string): (value: Date, timeZone: string) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (value, timeZone) => {
    let format = formats.get(timeZone);
    if (!format) {
      format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
      formats.set(timeZone, format);
    }
    return format.format(value);
  };
}
