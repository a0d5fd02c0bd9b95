/** The headless browser that comes as a package (no download of its own); CHROMIUM names another one. */
export async function chromiumPath(): Promise<string> {
  const { CHROMIUM: chosen } = process.env;
  if (chosen) return chosen;
  // Makes the package unpack its own libraries, should the machine lack them.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x';
  const { default: sparticuz } = await import('@sparticuz/chromium');
  return sparticuz.executablePath();
}

/** Not the package's own flags: they switch web security off. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
