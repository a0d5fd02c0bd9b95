// Sets the colour scheme before the first paint (SPEC §9: dark unless chosen otherwise). A separate file, because the
// content security policy allows no inline script.
(() => {
  let scheme = 'dark';
  try {
    scheme = localStorage.getItem('traintrail-theme') || 'dark';
  } catch {
    // A browser that stores nothing for this site still gets the default.
    scheme = 'dark';
  }
  if (scheme === 'auto') scheme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme === 'light' ? 'light' : 'dark');
})();
