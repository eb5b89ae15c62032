import { setImmediate as nextTick } from 'node:timers/promises';

/** Work on a slice takes a few milliseconds, in this process and in the embedded database. */
export const SLICE_BYTES = 256 * 1024;

/** Does work on each slice of a content, and lets the process do other work in between. @returns the number of slices. */
export async function forEachSlice(
  content: Uint8Array,
  work: (slice: Uint8Array, index: number) => void | Promise<void>,
): Promise<number> {
  const count = Math.ceil(content.byteLength / SLICE_BYTES);
  for (let index = 0; index < count; index += 1) {
    if (index > 0) await nextTick();
    await work(content.subarray(index * SLICE_BYTES, (index + 1) * SLICE_BYTES), index);
  }
  return count;
}
