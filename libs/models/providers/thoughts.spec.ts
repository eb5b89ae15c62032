import { Thoughts } from './thoughts.ts';

describe('thoughts of a model', () => {
  it('are steps between which it said something, each put together from its pieces', () => {
    const thoughts = new Thoughts();
    thoughts.break();
    for (const piece of ['Where ', '', 'is it?']) thoughts.add(piece);
    thoughts.break();
    thoughts.break();
    thoughts.add(' In Paphos. ');
    expect(thoughts.field).toEqual({ thoughts: ['Where is it?', 'In Paphos.'] });
  });

  it('are steps by their headings, however the pieces were cut', () => {
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

  it('are nothing where it told nothing', () => {
    const thoughts = new Thoughts();
    expect(thoughts.field).toEqual({});
    thoughts.add(' \n');
    expect(thoughts.field).toEqual({});
  });
});
