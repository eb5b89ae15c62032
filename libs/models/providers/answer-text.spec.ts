import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { AnswerText } from './answer-text.ts';

/** Returns the text that a live reader has at the end, and the fields of the result. */
function readIn(pieces: readonly string[]) {
  const said = new AnswerText();
  let reader = '';
  const report = () => {
    const { text, isVoid } = said.next();
    reader = (isVoid ? '' : reader) + text;
  };
  for (const piece of pieces) {
    said.say(piece);
    report();
  }
  said.end();
  report();
  const { text, thoughts = [] } = said.fields;
  expect(reader).toBe(text);
  return [text, ...thoughts];
}

it.each([
  ['Hello', ['Hello']],
  ['\n<THINK>\nsecret\n</THINK>\n\nHello', ['Hello', 'secret']],
  ...[
    ...'think thinking thought thoughts reasoning seed:think longcat_think mm:think'
      .split(' ')
      .map((name) => [`<${name}>`, `</${name}>`]),
    ['<think >', '</think\n>'],
    ['<think type="deep" lang=en>', '</think>'],
    ['◁think▷', '◁/think▷'],
    ['<|think|>', '<|/think|>'],
    ['<|begin_of_thought|>', '<|end_of_thought|>'],
    ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
    ['<|start|>assistant<|channel|>commentary to=user <|constrain|>json<|message|>', '<|end|>'],
    ['', '<|start|>assistant<|channel|>final<|message|>'],
  ].map(([open, close]): [string, string[]] => [`${open}secret${close}Hello`, ['Hello', 'secret']]),
  ['[THINK]secret[/THINK]Hello [1]', ['Hello [1]', 'secret']],
  ['Hello <think>secret</think>there', ['Hello there', 'secret']],
  ['<think>one</think>Hello<think>two</think>', ['Hello', 'one', 'two']],
  ['<think>secret', ['', 'secret']],
  ['<think>secret</thi', ['', 'secret</thi']],
  ['secret</think>Hello', ['Hello', 'secret']],
  ['<think>a<think>b</think>c</think>Hello', ['Hello', 'a', 'b', 'c']],
  ['<think></think>Hello', ['Hello']],
  [
    '<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b<|return|>',
    ['b', 'a'],
  ],
  ['1 < 2, a <b> and <thin', ['1 < 2, a <b> and <thin']],
  ['In HTML, <reasoning> is not a <think> tag.', ['In HTML, <reasoning> is not a <think> tag.']],
  ['<think>a</think>Not <reasoning>', ['Not <reasoning>', 'a']],
  ['<think>a</think>Hello <think>b', ['Hello ', 'a', 'b']],
  ['<rethink> <thinker> <think about it> <|end|>', ['<rethink> <thinker> <think about it> <|end|>']],
  ['', ['']],
])('%j is read the same however it is split', (whole, expected) => {
  expect(readIn([whole])).toEqual(expected);
  expect(readIn([...whole])).toEqual(expected);
});

it('no split changes the text or the thoughts of an answer', () => {
  const words =
    '<think> </think> < </ th ink > =a> Hi 😀 [/ ] <|channel|> analysis final <|message|> <| |> <|end|>';
  const token = fc.constantFrom(...words.split(' '), ' ', '<think ', '**a**\n');
  const cuts = fc.array(fc.nat(60), { maxLength: 12 });
  forAll(500, fc.array(token, { maxLength: 16 }), cuts, (tokens, places) => {
    const whole = tokens.join('');
    const ends = [...places, whole.length].toSorted((a, b) => a - b);
    const pieces = ends.map((end, at) => whole.slice(at === 0 ? 0 : ends[at - 1], end));
    const expected = readIn([whole]);
    expect(readIn(pieces)).toEqual(expected);
    expect(expected[0]).not.toMatch(/<\/think>/);
  });
});

it.each(['call', 'cut'])('a thought that no tag closes before a %s stays a thought', (what) => {
  const said = new AnswerText();
  said.say('Hi <think>a');
  if (what === 'call') said.break();
  said.end(what === 'call');
  expect(said.fields).toEqual({ text: 'Hi ', thoughts: ['a'] });
});

it('thoughts are split into steps by what comes between them and by headings, across pieces', () => {
  const said = new AnswerText();
  const steps = ['**Reading it**\n\nA flat. It is **near** the sea.', '**Asking**\n\nWhere?'];
  for (const piece of ['Where ', '', 'is it?']) said.think(piece);
  said.break();
  for (const piece of `${steps.join('\n\n\n')} `) said.think(piece);
  said.say('Hi');
  said.think(' \n');
  expect(said.fields).toEqual({ text: 'Hi', thoughts: ['Where is it?', ...steps] });
  expect(new AnswerText().fields).toEqual({ text: '' });
});
