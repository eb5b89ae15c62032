import { CallPlaces, placeInProgram } from './call-places.ts';

const PROGRAM = { name: 'run_program' };
const CALL = { name: 'look' };
/** `insights.said_place`. */
const MAX_SMALLINT = 32_767;

it('reserves places for the maximum number of calls and pauses of a program', () => {
  const places = new CallPlaces();
  const [first, program, last] = [CALL, PROGRAM, CALL].map((call) => places.of(call)) as [
    number,
    number,
    number,
  ];
  const made = Array.from({ length: 300 }, (_, at) => placeInProgram(program, at + 1));
  const all = [first, ...made, last];
  expect(all).toEqual([...new Set(all)].toSorted((a, b) => a - b));
});

it('keeps the order to the end of a turn under the highest limits, and fits its column beyond', () => {
  const places = new CallPlaces();
  const rounds = Array.from({ length: 50 }, () => [places.of(PROGRAM), places.of(CALL)]).flat();
  expect(rounds).toEqual([...new Set(rounds)].toSorted((a, b) => a - b));
  for (let at = 0; at < 200; at += 1)
    expect(placeInProgram(places.of(PROGRAM), 300)).toBeLessThanOrEqual(MAX_SMALLINT);
});
