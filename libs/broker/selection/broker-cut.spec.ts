import { brokerCut, cutOfReasons } from './broker-cut.ts';
import { rankedReason } from './reasons.ts';

describe('where the broker stopped', () => {
  it('is read from the reasons that a decision keeps, in shadow too', () => {
    const reasons = {
      always_there: 'offered: tier always',
      lately: 'offered: nothing is narrowed; the broker: offered: used lately in this conversation',
      first: 'offered: rank 1, score 1.20, words: sea rank 9 view',
      third:
        'offered: nothing is narrowed; the broker: offered: failed open, the scores lie close together, rank 3, score 0.41, a new tool’s place',
      out: 'offered: nothing is narrowed; the broker: not offered: beyond the 12 of TOOL_RAG_TOP_K, rank 17, score 0.31',
    };
    expect(cutOfReasons(['always_there', 'lately', 'third', 'first'], reasons)).toEqual({
      chosen: 4,
      demanded: 2,
      last: { tool: 'third', rank: 3, score: 0.41, newTool: true },
    });
    expect(rankedReason(reasons.out)).toEqual({ rank: 17, score: 0.31, newTool: false });
    expect(rankedReason('not offered: not among the best ranked, score 0.00')).toEqual({
      rank: null,
      score: 0,
      newTool: false,
    });
  });

  it('has no last tool where none came in by its rank', () => {
    expect(brokerCut(['always_there'], () => ({ rank: null, score: 0, newTool: false }))).toEqual({
      chosen: 1,
      demanded: 1,
      last: null,
    });
  });
});
