/** Page size of the image, which omits pages of zeros. */
const PAGE_BYTES = 4_096;
/** Block for comparisons with zero, small enough for the processor's L1 cache. */
const ZEROS = Buffer.alloc(16 * 1_024);

/** The memory of a prepared guest that has not yet run untrusted code. */
export interface GuestImage {
  /** The parts that are not zero, by address. */
  parts: readonly ImagePart[];
  /** Total length of the memory. */
  lengthBytes: number;
  stackPointer: number;
  runtime: number;
  context: number;
  /** Addresses of the guest's functions `begin` and `settle`, equal in every copy. */
  begin: number;
  settle: number;
  /** Buffers for the addresses of a call's arguments, and for the length of a string. */
  callList: number;
  textLength: number;
}

interface ImagePart {
  address: number;
  bytes: Uint8Array;
}

/** Copies the parts of `memory` that are not zero. */
export function imageParts(memory: Buffer): ImagePart[] {
  const parts: ImagePart[] = [];
  let start: number | undefined;
  for (let address = 0; address <= memory.length; address += PAGE_BYTES) {
    const isWritten = address < memory.length && !isZero(memory, address, PAGE_BYTES);
    if (isWritten) start ??= address;
    else if (start !== undefined) {
      parts.push({ address: start, bytes: Uint8Array.prototype.slice.call(memory, start, address) });
      start = undefined;
    }
  }
  return parts;
}

/**
 * Resets `memory` to the image. Memory that is still zero is only read, so that pages which no program has written use
 * no memory of the machine.
 */
export function writeImage(memory: Buffer, parts: readonly ImagePart[]): void {
  let done = 0;
  for (const { address, bytes } of parts) {
    clear(memory, done, address);
    memory.set(bytes, address);
    done = address + bytes.length;
  }
  clear(memory, done, memory.length);
}

function clear(memory: Buffer, from: number, to: number): void {
  for (let address = from; address < to; address += ZEROS.length) {
    const length = Math.min(ZEROS.length, to - address);
    if (!isZero(memory, address, length)) memory.fill(0, address, address + length);
  }
}

function isZero(memory: Buffer, address: number, length: number): boolean {
  return memory.compare(ZEROS, 0, length, address, address + length) === 0;
}
