import { answerCsv } from './answer-csv.ts';

it.each(['=1', '+1', '-1', '@a', '\t=1', '\r=1', '＝1', '＠a', 'a\n=1', 'a;\t+1', 'a;=1'])(
  'has no cell that begins a formula, however it is split: %j',
  (key) => {
    const answer = { by: ['agent'], measures: [{ name: 'turns' }], rows: [{ keys: [key], values: [1] }] };
    const line = answerCsv(answer as never).slice('agent,turns\r\n'.length);
    const cells = line.replaceAll('"', '').split(/[,;\t\r\n]/);
    expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
  },
);
