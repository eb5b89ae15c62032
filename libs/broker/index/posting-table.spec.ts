import fc from 'fast-check';
import { PostingTable } from './posting-table.ts';

const TOOLS = 5;
const entry = fc.record({
  feature: fc.oneof(fc.nat({ max: 6 }), fc.constantFrom(0, 0x8000_0000, 0xffff_ffff), fc.nat()),
  tool: fc.nat({ max: TOOLS - 1 }),
  weight: fc.integer({ min: -8, max: 8 }),
});

it('matches a plain sum over the entries, for known and unknown features', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 200 }), fc.nat(), (entries, other) => {
      const table = PostingTable.build(
        entries.map(({ feature }) => feature),
        entries.map(({ tool }) => tool),
        entries.map(({ weight }) => weight),
      );
      for (const feature of [other, ...entries.map((own) => own.feature)]) {
        const own = entries.filter((one) => one.feature === feature);
        const expected = Array.from({ length: TOOLS }, (_, tool) =>
          own.filter((one) => one.tool === tool).reduce((sum, { weight }) => sum + 2 * weight, 0),
        );
        const scores = new Float32Array(TOOLS);
        table.addTo(scores, feature, 2);
        expect([...scores].map((score) => score + 0)).toEqual(expected.map((score) => score + 0));
      }
    }),
    { numRuns: 200 },
  );
});

it('multiplies by a factor for the number of tools with the feature', () => {
  const table = PostingTable.build([1, 1, 2], [0, 1, 1], [1, 2, 3]);
  const scores = new Float32Array(2);
  table.addWeighted(scores, 1, 10, Float32Array.of(0, 5, 7));
  table.addWeighted(scores, 2, 10, Float32Array.of(0, 5, 7));
  table.addWeighted(scores, 9, 10, Float32Array.of(0, 5, 7));
  expect([...scores]).toEqual([70, 140 + 150]);
});
