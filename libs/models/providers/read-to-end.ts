type Fetch = typeof globalThis.fetch;

/**
 * Wraps `fetch` so that a streamed answer is read to its end even if its reader cancels early. OpenAI's SDK cancels
 * at `[DONE]`. If the body ends slightly later, cancelling would close the connection, and the next call would need a
 * new one. The signal of the request ends an answer without end.
 */
export function readingToEnd(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { body, status, statusText, headers } = response;
    return body ? new Response(readToEndOf(body), { status, statusText, headers }) : response;
  };
}

function readToEndOf(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        void readRest(reader);
      },
    },
    // Reads only on demand.
    { highWaterMark: 0 },
  );
}

async function readRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The connection was closed by the signal or the server. The answer is complete either way.
  }
}
