import { inDeclaredOrder } from './argument-order.ts';

const schema = {
  type: 'object',
  properties: {
    force: { type: 'boolean', default: false },
    note: { type: 'string' },
    deal: { type: 'string' },
    amount: { type: 'number' },
  },
  required: ['amount', 'deal'],
};
const order = (values: unknown, of: Record<string, unknown> | undefined = schema) =>
  Object.keys(inDeclaredOrder(values, of) as object);

describe('the arguments of a call', () => {
  it('begin with what is required, as it is declared, and end with what has a default', () => {
    const stored = { deal: 'd-1', note: 'paid', force: false, amount: 1_200 };
    expect(order(stored)).toEqual(['deal', 'amount', 'note', 'force']);
    expect(inDeclaredOrder(stored, schema)).toEqual(stored);
  });

  it('keep what the schema does not name, after what it names', () => {
    expect(order({ old: 1, constructor: 2, force: true, deal: 'd-1' })).toEqual([
      'deal',
      'force',
      'old',
      'constructor',
    ]);
  });

  it('stay as they are where no schema is known, and where they are no object', () => {
    expect(Object.keys(inDeclaredOrder({ force: false, deal: 'd-1' }, undefined) as object)).toEqual([
      'force',
      'deal',
    ]);
    expect(order({ force: false, deal: 'd-1' }, {})).toEqual(['force', 'deal']);
    expect(inDeclaredOrder(null, schema)).toBeNull();
    expect(inDeclaredOrder(['b', 'a'], schema)).toEqual(['b', 'a']);
  });
});
