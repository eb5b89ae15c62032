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
  it('begin with required ones in declared order, and end with those that have a default', () => {
    const stored = { deal: 'd-1', note: 'paid', force: false, amount: 1_200 };
    expect(order(stored)).toEqual(['deal', 'amount', 'note', 'force']);
    expect(inDeclaredOrder(stored, schema)).toEqual(stored);
  });

  it('end with those that the schema does not declare', () => {
    expect(order({ old: 1, constructor: 2, force: true, deal: 'd-1' })).toEqual([
      'deal',
      'force',
      'old',
      'constructor',
    ]);
  });

  it('stay unchanged without a schema, or if they are not an object', () => {
    expect(Object.keys(inDeclaredOrder({ force: false, deal: 'd-1' }, undefined) as object)).toEqual([
      'force',
      'deal',
    ]);
    expect(order({ force: false, deal: 'd-1' }, {})).toEqual(['force', 'deal']);
    expect(inDeclaredOrder(null, schema)).toBeNull();
    expect(inDeclaredOrder(['b', 'a'], schema)).toEqual(['b', 'a']);
  });
});
