import { brokerCut } from './broker-cut.ts';

const there = { rank: null, score: null, newTool: false };

describe('the cut-off of the broker', () => {
  it('is the lowest ranked chosen tool', () => {
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

  it('has no last tool if none was chosen by rank', () => {
    expect(brokerCut(['always_there'], { always_there: there })).toEqual({
      chosen: 1,
      demanded: 1,
      last: null,
    });
  });
});
