import { definitionHash } from './registered-tool.ts';

const told = {
  type: 'object',
  properties: { place: { type: 'string', description: 'A district' }, year: { type: 'integer' } },
  required: ['place', 'year'],
};

describe('the hash of a definition', () => {
  it('is the same where a database has put its properties in another order', () => {
    const read = {
      required: ['place', 'year'],
      properties: { year: { type: 'integer' }, place: { description: 'A district', type: 'string' } },
      type: 'object',
    };
    expect(definitionHash('Rents.', read)).toBe(definitionHash('Rents.', told));
  });

  it.each([
    ['description', 'Rents and prices.', told],
    ['order of a list', 'Rents.', { ...told, required: ['year', 'place'] }],
    ['schema', 'Rents.', { ...told, additionalProperties: false }],
  ])('changes with the %s', (_what, description, parameters) => {
    expect(definitionHash(description, parameters)).not.toBe(definitionHash('Rents.', told));
  });
});
