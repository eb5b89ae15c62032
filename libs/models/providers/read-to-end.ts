type Fetch = typeof globalThis.fetch;

/**
 * A `fetch` whose streamed answers are read to their end also when their reader cancels before it. OpenAI's SDK cancels at
 * `[DONE]`; where the end of the body arrives a moment later, that would close the connection, and each call would begin
 * with a new one. An answer that does not end is cut off by the signal of its request.
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
    // Nothing is read before it is asked for.
    { highWaterMark: 0 },
  );
}

async function readRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The connection is closed: by the signal, or by the other side. The answer is complete either way.
  }
}
