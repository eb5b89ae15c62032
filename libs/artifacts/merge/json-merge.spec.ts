import { appendJson, mergeJson, withKeys } from './json-merge.ts';

const keys = {
  components: {
    key: 'id',
    alsoBy: 'name',
    make: ({ name }: Record<string, unknown>) => String(name).toLowerCase(),
  },
};
const parts = {
  projectName: 'Logger',
  power: { supply: 5, rails: [3.3] },
  components: [
    { id: 'esp32', name: 'ESP32', unitPrice: 6.5, tags: ['a', 'b'] },
    { id: 'ds18b20', name: 'DS18B20', unitPrice: 2.2 },
  ],
};

describe('merging JSON', () => {
  it('merges objects and items with a key, and replaces other arrays', () => {
    const merged = mergeJson(
      parts,
      {
        power: { supply: 3.3 },
        components: [
          { id: 'ds18b20', quantity: 2 },
          { name: 'SSD1306', unitPrice: null },
          { name: 'esp32', tags: ['c'] },
        ],
      },
      keys,
    );
    expect(merged).toEqual({
      projectName: 'Logger',
      power: { supply: 3.3, rails: [3.3] },
      components: [
        { id: 'esp32', name: 'esp32', unitPrice: 6.5, tags: ['c'] },
        { id: 'ds18b20', name: 'DS18B20', unitPrice: 2.2, quantity: 2 },
        { id: 'ssd1306', name: 'SSD1306', unitPrice: null },
      ],
    });
    expect(parts.components[1]).not.toHaveProperty('quantity');
  });

  it('removes properties that are null and items with _delete', () => {
    const incoming = {
      projectName: null,
      components: [
        { id: 'esp32', _delete: true },
        { id: 'none', _delete: true },
      ],
    };
    const merged = mergeJson(parts, incoming, keys);
    expect(merged).not.toHaveProperty('projectName');
    expect(merged.components).toEqual([parts.components[1]]);
  });

  it('rejects two items with one key, and items that are not objects', () => {
    const twins = { components: [{ id: 'a' }, { id: 'a' }] };
    for (const merge of [mergeJson, appendJson])
      expect(() => merge(parts, twins, keys)).toThrow('components has two items with the id a');
    expect(() => mergeJson(parts, { components: ['a'] }, keys)).toThrow('components.0 has to be an object');
  });

  it('appends missing items and rejects existing ones', () => {
    const appended = appendJson(
      parts,
      { projectName: 'Other', note: 'x', components: [{ name: 'LED' }] },
      keys,
    );
    expect(appended).toMatchObject({ projectName: 'Logger', note: 'x' });
    expect(appended.components).toHaveLength(3);
    expect(() => appendJson(parts, { components: [{ id: 'esp32' }, { id: 'led' }] }, keys)).toThrow(
      expect.objectContaining({ errorClass: 'CONFLICT', help: { keys: ['esp32'] } }) as Error,
    );
  });

  it('gives the items of a first version their keys', () => {
    expect(withKeys({ components: [{ name: 'LED', unitPrice: null }] }, keys)).toEqual({
      components: [{ id: 'led', name: 'LED', unitPrice: null }],
    });
  });
});
