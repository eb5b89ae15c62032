import { valueOf } from './value-of.ts';

const ptc = { key: 'ptc', values: [true, false] };
const broker = { key: 'tool_broker', values: ['off', 'shadow', 'enforce'] };

it('is meant by the word of a file, and by that of the console', () => {
  expect(['true', 'on', 'false', 'off'].map((word) => valueOf(ptc, word))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(valueOf(broker, 'off')).toBe('off');
});

it('is one that the flag can have', () => {
  expect(() => valueOf(ptc, 'yes')).toThrow('ptc cannot be "yes"; it is one of: on or true, off or false.');
  expect(() => valueOf(broker, 'on')).toThrow(
    'tool_broker cannot be "on"; it is one of: off, shadow, enforce.',
  );
});
