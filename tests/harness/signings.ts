/** Times at which something is signed, each in the zone of its organization: what papers and screens say of them must be the same (RPT-05). */

/**
 * When the organization was in which zone and something was signed: in New York on another date than in UTC, then twice in the hour that its clocks
 * repeat; elsewhere a minute before or after midnight, in zones of whole, half and quarter hours, and right after clocks were changed.
 */
export const signings = [
  ['2025-12-31T10:00:30Z', 'Pacific/Kiritimati'],
  ['2026-03-28T23:59:30Z', 'Europe/London'],
  ['2026-03-29T01:00:30Z', 'Europe/Berlin'],
  ['2026-04-04T16:30:30Z', 'Australia/Adelaide'],
  ['2026-05-31T18:15:30Z', 'Asia/Kathmandu'],
  ['2026-05-31T18:29:30Z', 'Asia/Kolkata'],
  ['2026-06-30T11:00:30Z', 'Pacific/Pago_Pago'],
  ['2026-07-11T00:24:30Z', 'America/New_York'],
  ['2026-11-01T05:30:30Z', 'America/New_York'],
  ['2026-11-01T06:30:30Z', 'America/New_York'],
] as const;
