// Runs before the first paint, so that a chosen theme never flashes. Mirrors src/lib/state/preferences.ts.
(() => {
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem('plinth.preferences') ?? '{}');
  } catch {}
  const dark =
    chosen.theme === 'dark' ||
    (chosen.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.dataset.density = chosen.density === 'compact' ? 'compact' : 'normal';
})();
