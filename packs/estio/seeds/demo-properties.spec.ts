import { demoProperties } from './demo-properties.ts';

const anchor = new Date('2026-03-02T00:00:00Z');
const properties = demoProperties(anchor);
const count = (field: 'dealType' | 'status' | 'propertyType' | 'district') =>
  properties.reduce<Record<string, number>>((counts, property) => {
    counts[property[field]] = (counts[property[field]] ?? 0) + 1;
    return counts;
  }, {});
const byId = (id: string) => properties.find((property) => property.id === id);

describe('the demo listings', () => {
  it('have the check totals', () => {
    expect(properties).toHaveLength(400);
    expect(count('dealType')).toEqual({ sale: 299, rent: 101 });
    expect(count('status')).toEqual({ available: 347, reserved: 23, sold: 22, rented: 8 });
    expect(count('propertyType')).toEqual({
      Apartment: 200,
      Villa: 80,
      House: 40,
      Townhouse: 40,
      Studio: 40,
    });
    expect(count('district')).toEqual({
      Paphos: 120,
      Limassol: 110,
      Larnaca: 80,
      Nicosia: 60,
      Famagusta: 30,
    });
    expect(new Set(properties.map((property) => property.reference)).size).toBe(400);
  });

  it('have the checked rows', () => {
    expect(byId('prop-0001')).toMatchObject({
      reference: 'CY-PA-0001',
      area: 'Kato Paphos',
      propertyType: 'Apartment',
      bedrooms: 1,
      coveredAreaSqm: 60,
      distanceToSea: 300,
      seaView: true,
      price: 130_500,
      dealType: 'sale',
      status: 'available',
      addressLine: '1 Sample Street, Kato Paphos',
      titleDeed: 'yes',
      titleDeedNumber: 'S/1',
      ownerContactId: 'contact-002',
      agentUserId: 'agent-02',
      listedAt: new Date('2026-02-20T00:00:00Z'),
      title: '1-bedroom apartment in Kato Paphos',
    });
    expect(byId('prop-0017')).toMatchObject({
      area: 'Coral Bay',
      propertyType: 'Villa',
      bedrooms: 5,
      coveredAreaSqm: 292,
      price: 1_147_000,
      plotAreaSqm: 584,
      pool: true,
    });
    expect(byId('prop-0112')).toMatchObject({ price: 180_000, ownerContactId: 'contact-003' });
    expect(byId('prop-0078')).toMatchObject({ price: 429_500 });
    expect(byId('prop-0291')).toMatchObject({ price: 120_000 });
  });

  it('contain "sea" exactly if it is near or in view, and never the other two words', () => {
    for (const { id, description, distanceToSea, seaView } of properties) {
      expect([id, /sea/i.test(description)]).toEqual([id, distanceToSea < 1000 || seaView]);
      expect(description).not.toMatch(/beach|coast/i);
    }
  });

  it('were closed before the seeding day, and only if sold or rented', () => {
    for (const { id, status, closedAt, closedPrice, listedAt } of properties) {
      const closed = status === 'sold' || status === 'rented';
      expect([id, closedAt !== null, closedPrice !== null]).toEqual([id, closed, closed]);
      expect((closedAt ?? listedAt).getTime()).toBeLessThan(anchor.getTime());
      expect(listedAt.getTime()).toBeLessThan(anchor.getTime());
    }
  });
});
