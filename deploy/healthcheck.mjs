// Exits with 0 if the app on the given port of this container reports that it is ready.
const TIMEOUT_MS = 4_000;

try {
  const response = await fetch(`http://127.0.0.1:${process.argv[2]}/health/ready`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  process.exit(response.ok ? 0 : 1);
} catch {
  process.exit(1);
}
