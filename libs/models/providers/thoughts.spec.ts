import { Thoughts } from './thoughts.ts';

describe('thoughts of a model', () => {
  it('are split into steps by text, and each step is assembled from its pieces', () => {
    const thoughts = new Thoughts();
    thoughts.break();
    for (const piece of ['Where ', '', 'is it?']) thoughts.add(piece);
    thoughts.break();
    thoughts.break();
    thoughts.add(' In Paphos. ');
    expect(thoughts.field).toEqual({ thoughts: ['Where is it?', 'In Paphos.'] });
  });

  it('are split into steps by headings, across pieces', () => {
    const thoughts = new Thoughts();
    for (const piece of [
      '**Reading',
      ' it**\n\nA flat. It is **near** the sea.\n\n\n',
      '**Asking**\n\nWhere?',
    ])
      thoughts.add(piece);
    expect(thoughts.field).toEqual({
      thoughts: ['**Reading it**\n\nA flat. It is **near** the sea.', '**Asking**\n\nWhere?'],
    });
  });

  it('are absent if the model reported none', () => {
    const thoughts = new Thoughts();
    expect(thoughts.field).toEqual({});
    thoughts.add(' \n');
    expect(thoughts.field).toEqual({});
  });
});
