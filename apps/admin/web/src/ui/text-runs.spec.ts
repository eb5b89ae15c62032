import { bidiRuns, idRuns, isRightToLeft } from './text-runs.ts';

/** The line with ⟨ ⟩ around isolated parts. */
const marked = (line: string) =>
  bidiRuns(line)
    .map(({ text, isolated }) => (isolated ? `⟨${text}⟩` : text))
    .join('');

describe('a line', () => {
  it.each([
    ['1. 1-bedroom apartment in Paphos (prop-0224): 153,000 يورو', false],
    ['1. شقة بغرفة نوم', true],
    ['(prop-0224) شقة', false],
    ['12345', false],
    ['', false],
  ])('%p is right to left: %p', (line, expected) => expect(isRightToLeft(line)).toBe(expected));

  it.each([
    ['Two flats, 153,000 €', 'Two flats, 153,000 €'],
    ['1. شقة بغرفة نوم (prop-0224): 153,000 يورو', '⟨1⟩. شقة بغرفة نوم (⟨prop-0224⟩): ⟨153,000⟩ يورو'],
    ['شقة 1-bedroom apartment في Paphos.', 'شقة ⟨1-bedroom apartment⟩ في ⟨Paphos⟩.'],
    ['السعر 153,000 € أو +35799123456', 'السعر ⟨153,000 €⟩ أو ⟨+35799123456⟩'],
    ['خصم 15% على "Sea View"', 'خصم ⟨15%⟩ على "⟨Sea View⟩"'],
    ['بأقل من ٣٠٠ ألف', 'بأقل من ٣٠٠ ألف'],
  ])('isolates left-to-right parts of %p', (line, expected) => {
    expect(marked(line)).toBe(expected);
    expect(
      bidiRuns(line)
        .map((run) => run.text)
        .join(''),
    ).toBe(line);
  });
});

it.each([
  ['see prop-0224, please', ['prop-0224']],
  ['019abcde-0000-7000-8000-0123456789ab', []],
  ['a0c9abcd-0000-7000-8000-0123456789ab', ['a0c9abcd-0000-7000-8000-0123456789ab']],
  ['well-known sea-view, 2-bedroom', []],
])('finds the ids in %p', (text, expected) => {
  const runs = idRuns(text);
  expect(runs.filter((run) => run.unbroken).map((run) => run.text)).toEqual(expected);
  expect(runs.map((run) => run.text).join('')).toBe(text);
});
