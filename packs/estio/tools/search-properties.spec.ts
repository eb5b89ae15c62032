import { ToolError } from '#pack-kit';
import { agencyOrg, itRefuses } from '../testing/estio.fixture.ts';
import { searchProperties, type SearchResult } from './search-properties.tool.ts';

type View = Record<string, unknown> & { items: Record<string, unknown>[] };

describe('search_properties', () => {
  const demo = agencyOrg();

  const search = (args: Record<string, unknown>) => demo.run<SearchResult>(searchProperties, args);
  it('finds the 24 flats in Paphos below 200k, assuming a sale (E1)', async () => {
    const found = await search({ district: 'Paphos', propertyType: 'Apartment', maxPrice: 200_000 });
    expect(found).toMatchObject({
      total: 24,
      returned: 24,
      truncated: false,
      priceBasis: 'total',
      currency: 'EUR',
      sample: true,
    });
    expect(found.filters).toEqual({
      district: 'Paphos',
      propertyType: 'Apartment',
      maxPrice: 200_000,
      dealType: 'sale',
    });
    expect(found.assumptions).toEqual(['Sale assumed, as €200,000 looks like a price to buy for.']);
    expect(found.suggestions).toBeUndefined();
  });

  it.each(['Limassol, Larnaca', 'limassol or larnaca', 'ليماسول، لارنكا'])(
    'finds what is in each of several places: %s',
    async (district) => {
      const [both, ...each] = await Promise.all(
        [district, 'Limassol', 'Larnaca'].map((place) => search({ district: place, propertyType: 'Villa' })),
      );
      expect(both!.total).toBe(each.reduce((sum, { total }) => sum + total, 0));
      expect(both!.filters.district).toBe('Limassol, Larnaca');
    },
  );

  it('names the unknown one of several places', async () => {
    await expect(search({ district: 'Limassol, Atlantis' })).rejects.toThrow('I do not know Atlantis.');
  });

  it.each([150_000.5, '150000.5', '150.000,50 €', '150 000,5'])(
    'searches up to whole euro: %j',
    async (maxPrice) => {
      const found = await search({ maxPrice });
      expect(found.filters).toMatchObject({ maxPrice: 150_000 });
      expect(found.total).toBe((await search({ maxPrice: 150_000 })).total);
    },
  );

  it('finds no villa in Paphos below 100k, and says which filter to relax (E4)', async () => {
    const found = await search({
      district: 'Paphos',
      propertyType: 'Villa',
      maxPrice: 100_000,
      dealType: 'sale',
    });
    expect(found).toMatchObject({ total: 0, returned: 0, items: [] });
    const byFilter = Object.fromEntries(
      (found.suggestions ?? []).map(({ filter, matches }) => [filter, matches]),
    );
    expect(byFilter).toEqual({
      maxPrice: expect.any(Number),
      propertyType: expect.any(Number),
      dealType: expect.any(Number),
    });
    const { maxPrice: _, ...withoutPrice } = found.filters;
    expect((await search(withoutPrice)).total).toBe(byFilter['maxPrice']);
    const { propertyType: __, ...withoutType } = found.filters;
    expect((await search(withoutType)).total).toBe(byFilter['propertyType']);
    const rents = await search({ district: 'Paphos', propertyType: 'Villa', dealType: 'rent' });
    expect(byFilter['dealType']).toBe(rents.total);
  });

  it('reads every spelling, money and synonym (E13)', async () => {
    const found = await search({
      district: 'ليماسول',
      propertyType: 'شقة',
      dealType: 'للبيع',
      maxPrice: '400 ألف',
      bedrooms: '٢',
    });
    expect(found).toMatchObject({
      total: 12,
      filters: {
        district: 'Limassol',
        propertyType: 'Apartment',
        dealType: 'sale',
        maxPrice: 400_000,
        bedrooms: 2,
      },
    });
    expect(found.items[0]).toMatchObject({ id: 'prop-0225', price: 201_000 });
  });

  it('returns sales before rents, the cheapest first, if the deal type is not given', async () => {
    const found = await search({ district: 'Coral Bay' });
    const kinds = found.items.map((item) => item.dealType);
    expect(found.priceBasis).toBe('mixed');
    expect(kinds.lastIndexOf('sale')).toBeLessThan(kinds.indexOf('rent'));
    expect(new Set(found.items.map((item) => item.area))).toEqual(new Set(['Coral Bay']));
    const sales = found.items.filter((item) => item.dealType === 'sale').map((item) => item.price);
    expect(sales).toEqual([...sales].sort((a, b) => a - b));
    expect(found.assumptions).toHaveLength(1);
  });

  it('proposes first what the demo has', async () => {
    expect(searchProperties.examples[0]).toBe('We want a villa in Coral Bay');
    expect((await search({ district: 'Coral Bay', propertyType: 'Villa' })).total).toBeGreaterThan(0);
  });

  it('treats a low price as a rent, and zero bedrooms as a studio', async () => {
    const rents = await search({ maxPrice: 900 });
    expect(rents).toMatchObject({ filters: { dealType: 'rent' }, priceBasis: 'per_month' });
    const studios = await search({ bedrooms: 0, dealType: 'sale' });
    expect(new Set(studios.items.map((item) => item.propertyType))).toEqual(new Set(['Studio']));
    const large = await search({ bedroomsMin: 4, dealType: 'sale', minPrice: 300_000 });
    expect(large.items.every((item) => item.bedrooms >= 4 && item.price >= 300_000)).toBe(true);
  });

  it('returns only available listings, at most 50, and counts the others', async () => {
    const found = await search({});
    expect(found).toMatchObject({ total: 347, returned: 50, truncated: true });
    expect(await search({ limit: 3 })).toMatchObject({ total: 347, returned: 3, truncated: true });
  });

  it('shows a model ten short items, and returns all to a program', async () => {
    const found = await search({ district: 'Paphos', dealType: 'sale' });
    const view = searchProperties.modelView?.(found as never) as View;
    expect(view.items).toHaveLength(10);
    expect(Object.keys(view.items[0] ?? {})).toEqual(
      'id title area price bedrooms distanceToSea seaView'.split(' '),
    );
    expect(view).toMatchObject({ total: found.total, returned: 10, truncated: true });
    expect(found.items.every(({ sample }) => sample)).toBe(true);
  });

  it.each([
    [{ district: 'Limasol' }, { suggestions: expect.arrayContaining(['Limassol']) }],
    [
      { minPrice: 300_000, maxPrice: 200_000 },
      { fields: [{ name: 'minPrice', problem: expect.any(String) }] },
    ],
  ])('refuses %j', async (args, help) => {
    const error = await search(args).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ToolError);
    expect(error).toMatchObject({ errorClass: 'VALIDATION_FAILED', help });
  });

  itRefuses(search, [
    [{ maxPrice: -1 }],
    [{ maxPrice: 0 }],
    [{ maxPrice: 2_147_483_648 }],
    [{ minPrice: 1e21 }],
    [{ bedrooms: 11 }],
    [{ propertyType: 'castle' }],
    [{ limit: 51 }],
    [{ limit: 0 }],
  ]);
});
