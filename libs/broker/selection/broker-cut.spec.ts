import { brokerCut } from './broker-cut.ts';
import { ranksInText, rewordedReasons } from './ranks-in-text.ts';

const there = { rank: null, score: null, newTool: false };

describe('where the broker stopped', () => {
  it('is the last of the chosen by its rank', () => {
    const ranks = {
      always_there: there,
      lately: there,
      first: { rank: 1, score: 1.2, newTool: false },
      third: { rank: 3, score: 0.412, newTool: true },
      out: { rank: 17, score: 0.31, newTool: false },
    };
    expect(brokerCut(['always_there', 'lately', 'third', 'first', 'unknown'], ranks)).toEqual({
      chosen: 5,
      demanded: 2,
      last: { tool: 'third', rank: 3, score: 0.412, newTool: true },
    });
  });

  it('has no last tool where none came in by its rank', () => {
    expect(brokerCut(['always_there'], { always_there: there })).toEqual({
      chosen: 1,
      demanded: 1,
      last: null,
    });
  });
});

it('reads the ranks of a decision of before they were fields, in shadow too', () => {
  const ranks = ranksInText({
    always_there: 'offered: tier always',
    lately: 'offered: nothing is narrowed; the broker: offered: used lately in this conversation',
    first: 'offered: rank 1, score 1.20, words: sea rank 9 view',
    third:
      'offered: nothing is narrowed; the broker: offered: failed open, the scores lie close together, rank 3, score 0.41, a new tool’s place',
    out: 'offered: nothing is narrowed; the broker: not offered: beyond the 12 of TOOL_RAG_TOP_K, rank 17, score 0.31',
    far: 'not offered: not among the best ranked, score 0.00',
  });
  expect(ranks).toEqual({
    always_there: there,
    lately: there,
    first: { rank: 1, score: 1.2, newTool: false },
    third: { rank: 3, score: 0.41, newTool: true },
    out: { rank: 17, score: 0.31, newTool: false },
    far: { rank: null, score: 0, newTool: false },
  });
});

it('words the reasons of such a decision as they are worded now', () => {
  expect(
    rewordedReasons({
      always_there: 'offered: tier always; the broker: offered: tier always',
      out: 'offered: nothing is narrowed; the broker: not offered: beyond the 12 of TOOL_RAG_TOP_K, rank 17, score 0.31',
      enforced: 'offered: rank 1, score 1.20, words: sea view',
      open: 'offered: nothing is narrowed',
    }),
  ).toEqual({
    always_there: 'offered: tier always, with enforce too',
    out: 'offered: in shadow nothing is left out; with enforce it would not be offered: beyond the 12 of TOOL_RAG_TOP_K, rank 17, score 0.31',
    enforced: 'offered: rank 1, score 1.20, words: sea view',
    open: 'offered: nothing is narrowed',
  });
});
