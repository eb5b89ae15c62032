/** Waits for the work until it ends or the signal aborts. @throws the reason of the signal. */
export async function raceWithAbort<Data>(work: Promise<Data>, signal: AbortSignal): Promise<Data> {
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
