import type { ToolContext } from '#pack-kit';
import { EstioActivity, EstioContact } from '../schema/entities/index.ts';
import { agencyOrg, itRefuses } from '../testing/estio.fixture.ts';
import { updateRequirements, type UpdatedRequirements } from './update-requirements.tool.ts';

describe('update_requirements', () => {
  const demo = agencyOrg({ per: 'test' });

  const update = (args: Record<string, unknown>, context?: Partial<ToolContext>) =>
    demo.run<UpdatedRequirements>(updateRequirements, args, context);
  const row = async (id: string) => (await demo.rows(EstioContact, { id }))[0];
  const statusChanges = (contactId: string) => demo.rows(EstioActivity, { contactId, type: 'status_change' });

  it('stores budget, bedrooms and place as numbers and canonical names (E2)', async () => {
    const updated = await update({
      contactId: 'contact-016',
      maxPrice: '250k',
      bedrooms: '3',
      district: 'لارنكا',
    });
    expect(updated).toEqual({
      contactId: 'contact-016',
      requirements: {
        district: ['Larnaca'],
        minPrice: null,
        maxPrice: 250_000,
        bedrooms: 3,
        bedroomsMin: null,
        status: 'negotiating',
        notes: '',
      },
      changed: [
        { field: 'district', from: [], to: ['Larnaca'] },
        { field: 'maxPrice', from: null, to: 250_000 },
        { field: 'bedrooms', from: null, to: 3 },
      ],
      missing: [],
      updatedAt: '2026-03-02T09:00:00.000Z',
    });
    // Area, price, bedrooms, e-mail, and a stored motivation.
    expect(await row('contact-016')).toMatchObject({
      reqMaxPrice: 250_000,
      reqBedrooms: 3,
      reqDistricts: ['Larnaca'],
      leadScore: 100,
      updatedAt: demo.clock.now(),
    });
  });

  it('stores the requirements even if the scoring model is not available', async () => {
    const tasks = { run: () => Promise.reject(new Error('no model')) };
    await update({ contactId: 'contact-016', maxPrice: 250_000 }, { tasks });
    expect(await row('contact-016')).toMatchObject({ reqMaxPrice: 250_000, leadScore: 60 });
    const signal = AbortSignal.abort();
    await expect(update({ contactId: 'contact-016', maxPrice: 1 }, { tasks, signal })).rejects.toThrow(
      'no model',
    );
    expect(await row('contact-016')).toMatchObject({ reqMaxPrice: 250_000 });
  });

  it('asks for the first missing fact', async () => {
    const updated = await update({ contactId: 'contact-016', maxPrice: 250_000 });
    expect(updated.missing).toEqual(['district', 'bedrooms']);
    expect((await row('contact-016'))?.leadScore).toBe(60);
  });

  it('reads "3+" as a minimum, "any" as no requirement, and several places', async () => {
    await update({ contactId: 'contact-015', bedrooms: '3+ bedrooms', district: 'Paphos, Coral Bay' });
    expect(await row('contact-015')).toMatchObject({
      reqBedrooms: null,
      reqBedroomsMin: 3,
      reqDistricts: ['Paphos', 'Coral Bay'],
    });
    const updated = await update({ contactId: 'contact-015', bedrooms: 2, maxPrice: 'أي', district: 'any' });
    expect(updated.requirements).toMatchObject({
      bedrooms: 2,
      bedroomsMin: null,
      maxPrice: null,
      district: [],
    });
    expect(updated.missing).toEqual(['district', 'maxPrice']);
    expect((await row('contact-015'))?.leadScore).toBe(60);
  });

  it('logs a status change once, with its author', async () => {
    const updated = await update({ contactId: 'contact-015', status: 'Negotiation' });
    expect(updated.changed).toEqual([{ field: 'status', from: 'qualified', to: 'negotiating' }]);
    expect(await update({ contactId: 'contact-015', status: 'negotiating' })).toMatchObject({ changed: [] });
    expect(await statusChanges('contact-015')).toMatchObject([
      {
        summary: 'Status changed from qualified to negotiating',
        createdBy: 'agent-01',
        occurredAt: demo.clock.now(),
        sample: false,
      },
    ]);
    expect((await row('contact-015'))?.lastActivityAt).toEqual(demo.clock.now());
  });

  it('adds every other change to the timeline once, and nothing without a change', async () => {
    const notes = () => demo.rows(EstioActivity, { contactId: 'contact-016', type: 'note', sample: false });
    await update({ contactId: 'contact-016', maxPrice: 250_000, district: 'Larnaca', status: 'viewing' });
    await update({ contactId: 'contact-016', maxPrice: 250_000 });
    expect(await notes()).toMatchObject([
      {
        summary: 'Requirements changed (district, maxPrice): area Larnaca, budget up to €250,000',
        createdBy: 'agent-01',
        occurredAt: demo.clock.now(),
      },
    ]);
    expect(await statusChanges('contact-016')).toMatchObject([{ sample: false }]);
    await update({ contactId: 'contact-016', status: 'won' });
    expect(await notes()).toHaveLength(1);
    await update({ contactId: 'contact-016', notes: 'Wants a lift' });
    expect((await notes()).map(({ summary }) => summary)).toContainEqual(
      expect.stringMatching(/^Requirements changed \(notes\)/),
    );
  });

  it('appends notes with the date in the org’s time zone', async () => {
    demo.clock.set(new Date('2026-03-02T22:30:00Z'));
    await update({ contactId: 'contact-015', notes: 'Wants a lift' });
    const { requirements } = await update({ contactId: 'contact-015', notes: 'No ground floor' });
    expect(requirements.notes).toBe('2026-03-03: Wants a lift\n2026-03-03: No ground floor');
  });

  it.each(['any', 'أي'])('%s clears the notes, and no status', async (any) => {
    await update({ contactId: 'contact-015', notes: 'Any floor will do' });
    const { requirements, changed } = await update({ contactId: 'contact-015', notes: any });
    expect(requirements.notes).toBe('');
    expect(changed).toEqual([{ field: 'notes', from: '2026-03-02: Any floor will do', to: '' }]);
    const input = { contactId: 'contact-015', status: any };
    expect(updateRequirements.input.safeParse(input).success).toBe(false);
  });

  it('keeps both of two concurrent changes', async () => {
    await Promise.all([
      update({ contactId: 'contact-016', notes: 'one' }),
      update({ contactId: 'contact-016', notes: 'two' }),
      update({ contactId: 'contact-016', maxPrice: 1_000 }),
    ]);
    const saved = await row('contact-016');
    expect(saved?.reqNotes.split('\n').sort()).toEqual(['2026-03-02: one', '2026-03-02: two']);
    expect(saved?.reqMaxPrice).toBe(1_000);
  });

  itRefuses(
    async (args) => {
      const before = await row('contact-015');
      try {
        return await update({ contactId: 'contact-015', ...args });
      } finally {
        expect(await row('contact-015')).toEqual(before);
      }
    },
    [
      [{}, 'VALIDATION_FAILED', /nothing to change/],
      [{ contactId: 'contact-999', maxPrice: 1 }, 'NOT_FOUND', /no contact contact-999/],
      [{ minPrice: 300_000 }, 'VALIDATION_FAILED', /above the highest, €200000/],
      [{ district: 'Atlantis' }, 'VALIDATION_FAILED', /Did you mean/],
      [{ maxPrice: 'a lot' }],
      [{ maxPrice: -5 }],
      [{ bedrooms: 11 }],
      [{ bedrooms: 'many' }],
      [{ status: 'married' }],
      [{ notes: 'x'.repeat(2_001) }],
    ],
  );

  it('lets an end customer change only their own requirements', async () => {
    const customer: Partial<ToolContext> = { caller: { kind: 'contact' }, contactId: 'contact-016' };
    await expect(update({ contactId: 'contact-015', maxPrice: 1 }, customer)).rejects.toMatchObject({
      errorClass: 'NOT_FOUND',
    });
    await expect(update({ contactId: 'contact-016', maxPrice: 1 }, customer)).resolves.toMatchObject({
      contactId: 'contact-016',
    });
  });
});
