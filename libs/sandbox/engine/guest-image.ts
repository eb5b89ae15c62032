/** A page of the image; whole pages of zeros are left out of it. */
const PAGE_BYTES = 4_096;
/** Zeros that are compared at once: both sides stay in the processor's nearest cache. */
const ZEROS = Buffer.alloc(16 * 1_024);

/** The memory of a guest that has been prepared and has not yet run anything of a stranger. */
export interface GuestImage {
  /** What is not zero, in the order of addresses. */
  parts: readonly ImagePart[];
  /** The memory's whole length. */
  lengthBytes: number;
  stackPointer: number;
  runtime: number;
  context: number;
  /** The guest's `begin` and `settle`, by the addresses at which they lie in every copy. */
  begin: number;
  settle: number;
  /** Room for the addresses of a call's arguments, and for the length of a text that is read. */
  callList: number;
  textLength: number;
}

interface ImagePart {
  address: number;
  bytes: Uint8Array;
}

/** Copies what is not zero in `memory`. */
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
 * Makes all of `memory` what it was when the image was made. Memory that is still zero is only read: what no program
 * has touched costs no page of the machine's memory.
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
