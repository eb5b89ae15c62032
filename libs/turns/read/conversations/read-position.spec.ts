import fc from 'fast-check';
import { CursorError } from '#contracts';
import { forAll } from '../../../../test/harness/for-all.ts';
import { ReadPosition } from './read-position.ts';

describe('the read position in a conversation', () => {
  it('stays short when thousands of turns wait, and when one waits for long', () => {
    const place = ReadPosition.beginning();
    for (let turn = 1; turn <= 5_000; turn += 1) place.receive(turn, 1, 'more');
    for (let turn = 2; turn <= 4_000; turn += 1) place.receive(turn, 20, 'nothing');
    expect(place).toMatchObject({
      floor: 5_001,
      marks: [
        { first: 1, last: 1, received: 1 },
        { first: 4_001, last: 5_000, received: 1 },
      ],
    });
    expect(place.id.length).toBeLessThan(100);
  });

  it.each(['was received', 'has no events'])(
    'keeps what can come again, however many have failed since, where the first turn %s',
    (first) => {
      const place = ReadPosition.beginning();
      if (first === 'was received') place.receive(1, 1, 'more');
      place.receive(2, 3, 'more');
      for (let turn = 3; turn <= 2_002; turn += 1) place.receive(turn, 5, turn % 2 ? 'nothing' : 'retry');
      const failed = Array.from({ length: 100 }, (_, back) => 2_002 - 2 * back);
      const kept = place.marks.flatMap((run) => (run.failed ? [run.first] : []));
      expect(kept).toEqual(failed.toReversed());
      for (const turn of [2, 3, 4]) {
        const mark = place.marks.find((run) => run.first <= turn && turn <= run.last);
        expect(mark ? mark.received : turn < place.floor ? null : 'nothing').toBe(turn === 2 ? 3 : null);
      }
      expect(place.id.length).toBeLessThan(4_000);
    },
  );

  it('is the same after it was sent as an id and came back', () => {
    const received = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 12 }), fc.nat(40), fc.constantFrom('more', 'nothing')),
      { maxLength: 40 },
    );
    forAll(100, received, (events) => {
      const place = ReadPosition.beginning();
      for (const event of events) place.receive(...event);
      const back = ReadPosition.fromId(place.id);
      expect([back.floor, back.marks]).toEqual([place.floor, place.marks]);
      const last = new Map(events.map(([turn, event, end]) => [turn, end === 'nothing' ? null : event]));
      for (const [turn, mark] of last) {
        const run = place.marks.find(({ first, last: end }) => first <= turn && turn <= end);
        expect(run ? run.received : turn < place.floor ? null : 'nothing').toBe(mark);
      }
    });
  });

  it('fits the integer types of the database, even for a forged id', () => {
    const number = fc.oneof(fc.nat(5), fc.constantFrom(-1, 2 ** 31 - 2, 2 ** 31 - 1, 2 ** 31));
    const runs = fc.array(fc.tuple(number, number, fc.option(number)), { maxLength: 3 });
    forAll(2_000, number, runs, fc.array(fc.nat(6)), (floor, forged, turns) => {
      let place: ReadPosition;
      try {
        place = ReadPosition.fromId(btoa(JSON.stringify([floor, forged, 0])));
      } catch (error) {
        expect(error).toBeInstanceOf(CursorError);
        return;
      }
      for (const turn of turns) place.receive(turn, 1, 'nothing');
      const numbers = [
        place.floor,
        ...place.marks.flatMap(({ first, last, received }) => [first, last, received ?? 0]),
      ];
      expect(numbers.filter((n) => n < 0 || n > 2 ** 31 - 1)).toEqual([]);
      const starts = place.marks.map(({ first }) => first);
      const ends = place.marks.map(({ last }) => last);
      expect(starts.every((first, i) => first <= (ends[i] ?? -1) && first > (ends[i - 1] ?? -1))).toBe(true);
    });
  });

  it.each([
    '',
    '7',
    'x',
    btoa('[1]'),
    btoa('[1,[]]'),
    btoa('[1,[[1,2]],0]'),
    btoa('[-1,[],0]'),
    btoa('[99999999999,[],0]'),
    btoa('[1,[[2,2147483647,null]],0]'),
    btoa('[1,[[3,2,null]],0]'),
    btoa('[1,[[2,3,1],[3,4,1]],0]'),
  ])('does not take %j for an id', (id) => expect(() => ReadPosition.fromId(id)).toThrow(CursorError));
});
