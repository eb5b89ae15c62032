import { fencedProgram, withoutProgram } from './fenced-program.ts';

const callsLook = (code: string) => code.includes('look(');

describe('a program in the text of an answer', () => {
  it.each([
    ['of a block', 'So:\n```tool_code\nreturn 1\n```\nDone.', 'return 1\n'],
    ['with line breaks of Windows', '```tool_code\r\nreturn 1\r\n```\r\n', 'return 1\r\n'],
    ['without a line', '```tool_code\n```', ''],
    ['in another fence', '  ~~~~js \nlook({})\n```\n~~~\n\t~~~~', 'look({})\n```\n~~~\n'],
    ['that calls nothing', '```js\nreturn 1\n```', undefined],
    ['of two blocks', '```tool_code\nreturn 1\n```\n```tool_code\nreturn 2\n```', undefined],
    ['that has no end', '```tool_code\nreturn 1', undefined],
    ['after one that has no end', '~~~tool_code\nreturn 1\n```js\nlook({})\n```', 'look({})\n'],
    ['in the middle of a line', 'So ```tool_code\nreturn 1\n```', undefined],
  ])('is the code %s', (_what, text, code) => {
    expect(fencedProgram(text, callsLook)).toBe(code);
  });

  it.each([
    ['nothing else', '```tool_code\nreturn 1\n```', ''],
    ['before one that is cut off', 'So:\n\n```tool_code\nreturn 1', 'So:'],
    ['before and after it', 'So:\n```tool_code\nreturn 1\n```\nDone.', 'So:\n\nDone.'],
    ['with what is shown', '```js\nlook({})\n```\n~~~tool_code\n1\n~~~', '```js\nlook({})\n```'],
    ['before one that has no end', 'So:\n~~~tool_code\n```js\n1\n```\n', 'So:'],
  ])('leaves the rest of the text as the reply: %s', (_what, text, rest) => {
    expect(withoutProgram(text)).toBe(rest);
  });

  it('is found in linear time, even if an answer opens many blocks without closing them', () => {
    const opened = '```js\n'.repeat(100_000);
    expect(fencedProgram(opened, callsLook)).toBeUndefined();
    expect(withoutProgram(opened)).toBe(opened.trim());
    expect(withoutProgram('```tool_code\n'.repeat(100_000))).toBe('');
  });
});
