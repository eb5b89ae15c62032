// Runs before the first paint, so that a dark console does not flash white. Same key as Mantine's own storage.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage may be blocked; the system's scheme is used then.
  }
  var dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
