import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { imageParts, writeImage } from './guest-image.ts';

const MEMORY_BYTES = 64 * 1_024;

/** Writes at arbitrary addresses, including the ends of pages and of the memory. */
const writes = fc.array(
  fc.record({
    address: fc.oneof(
      fc.nat(MEMORY_BYTES - 1),
      fc.constantFrom(0, 4_095, 4_096, 16_383, 16_384, MEMORY_BYTES - 1),
    ),
    byte: fc.integer({ min: 0, max: 255 }),
  }),
  { maxLength: 40 },
);

describe('the image of a guest', () => {
  it('restores the whole memory after arbitrary writes', () => {
    forAll(100, writes, writes, (prepared, dirt) => {
      const memory = Buffer.alloc(MEMORY_BYTES);
      for (const { address, byte } of prepared) memory[address] = byte;
      const before = Buffer.from(memory);
      const parts = imageParts(memory);
      for (const { address, byte } of dirt) memory[address] = byte;
      writeImage(memory, parts);
      expect(memory.equals(before)).toBe(true);
    });
  });

  it('holds no pages of zeros', () => {
    const memory = Buffer.alloc(MEMORY_BYTES);
    memory[20_000] = 1;
    expect(imageParts(memory).map(({ address, bytes }) => [address, bytes.length])).toEqual([
      [16_384, 4_096],
    ]);
  });

  it('is a copy, unaffected by later writes', () => {
    const memory = Buffer.alloc(MEMORY_BYTES);
    memory[0] = 1;
    const parts = imageParts(memory);
    memory[0] = 2;
    expect(parts[0]?.bytes[0]).toBe(1);
  });
});
