import { z } from 'zod';
import { MAX_PACKED_IDS, packIds, unpackIds, uuid } from '../index.ts';
import { packedIds } from './ids.ts';

describe('an id', () => {
  it.each([
    '019a0000-0000-7000-8000-000000000000',
    '00000000-0000-0000-0000-000000000001',
    '6ba7b810-9dad-f1d1-00b4-00c04fd430c8',
  ])('is any UUID, also one that we never give: %s', (id) => {
    expect(uuid.parse(id)).toBe(id);
  });

  it('is compared case-insensitively, as in the database', () => {
    expect(uuid.parse('019A9F6E-AAAA-7000-8000-00000000000B')).toBe('019a9f6e-aaaa-7000-8000-00000000000b');
  });

  it.each(['x', '', '019a0000000070008000000000000000', '{019a0000-0000-7000-8000-000000000000}'])(
    'is nothing else: "%s"',
    (text) => {
      expect(uuid.safeParse(text).error?.issues).toMatchObject([{ message: 'expected a UUID' }]);
    },
  );

  it('is documented as a UUID', () => {
    expect(z.toJSONSchema(uuid, { io: 'input' })).toMatchObject({ type: 'string', format: 'uuid' });
  });
});

describe('ids in a URL', () => {
  it('are decoded unchanged, and a third shorter', () => {
    const ids = ['019a9f6e-aaaa-7000-8000-00000000000b', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
    const packed = packIds(ids);
    expect(packed).toHaveLength(44);
    expect(unpackIds(packedIds.parse(packed))).toEqual(ids);
  });

  it('are rejected if malformed or too many', () => {
    const one = packIds(['019a9f6e-aaaa-7000-8000-00000000000b']);
    for (const text of ['', one.slice(1), `${one}x`, one.replace(/.$/, '!'), one.repeat(MAX_PACKED_IDS + 1)])
      expect(packedIds.safeParse(text).success).toBe(false);
  });
});
