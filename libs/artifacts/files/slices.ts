import { setImmediate as nextTick } from 'node:timers/promises';

/** Work on a slice takes a few milliseconds, in this process and in the embedded database. */
export const SLICE_BYTES = 256 * 1024;

/** The content in slices of equal size, of which only the last may be smaller. The process does other work in between. */
export async function* slicesOf(
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let slice = Buffer.alloc(0);
  for await (const chunk of content)
    for (let rest = chunk; rest.byteLength > 0;) {
      const taken = rest.subarray(0, SLICE_BYTES - slice.byteLength);
      rest = rest.subarray(taken.byteLength);
      slice = Buffer.concat([slice, taken]);
      if (slice.byteLength < SLICE_BYTES) continue;
      yield slice;
      slice = Buffer.alloc(0);
      await nextTick();
    }
  if (slice.byteLength > 0) yield slice;
}
