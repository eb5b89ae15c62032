import { platformTools, ToolRegistry } from '#tools';
import { packs } from '../index.ts';
import { EstioContact, EstioDeal, EstioDealParty, EstioProperty } from './schema/entities/index.ts';
import { estio } from './index.ts';
import { agencyOrg } from './testing/estio.fixture.ts';

const NOTHING = {
  estio_signature_requests: 0,
  estio_contracts: 0,
  estio_offers: 0,
  estio_calendar_events: 0,
  estio_viewings: 0,
  estio_drafts: 0,
  estio_listing_alerts: 0,
  estio_activities: 0,
  estio_deal_parties: 0,
  estio_deals: 0,
  estio_contacts: 0,
  files: 0,
};

/** Long before the real time of the machine. */
const MOMENT = new Date('2026-01-05T08:00:00Z');

describe('the estio pack', () => {
  it('is accepted by the registry, with six tools and the search for tools always loaded', () => {
    const registry = new ToolRegistry(packs, platformTools);
    for (const { name: skill } of estio.agents) {
      const tools = registry.agent('estio', skill)?.tools ?? [];
      const always = tools
        .filter(({ tier }) => tier === 'always')
        .map(({ registered }) => registered.tool.name);
      expect([skill, always]).toEqual([
        skill,
        (
          'search_properties update_requirements store_insight draft_reply log_activity ' +
          'retrieve_context tool_search'
        ).split(' '),
      ]);
    }
  });

  it('lets three of its skills write programs', () => {
    expect(estio.agents.filter((agent) => agent.programs).map((agent) => agent.name)).toEqual([
      'searcher',
      'coordinator',
      'closer',
    ]);
    expect(Object.fromEntries(estio.agents.map((agent) => [agent.name, agent.taskType]))).toEqual({
      searcher: 'property_search',
      coordinator: 'complex_coordination',
      qualifier: 'qualification',
      negotiator: 'negotiation',
      objection_handler: 'objection_handling',
      closer: 'contract_review',
      assistant: 'draft_reply',
    });
  });

  describe('with rows', () => {
    const demo = agencyOrg();

    it('creates a profile for a new contact, and leaves an existing one unchanged', async () => {
      await demo.inOrg(async (tx) => {
        await estio.onNewContact?.(tx, { id: 'c-77', name: 'Zoe van der Berg' }, MOMENT);
        await estio.onNewContact?.(tx, { id: 'c-78', name: null }, MOMENT);
        await estio.onNewContact?.(tx, { id: 'contact-015', name: 'Somebody Else' }, MOMENT);
      });
      const contact = async (id: string) => (await demo.rows(EstioContact, { id }))[0];
      expect(await contact('c-77')).toMatchObject({
        firstName: 'Zoe',
        createdAt: MOMENT,
        lastName: 'van der Berg',
        type: 'lead',
        status: 'new',
        leadScore: 0,
        sample: false,
      });
      expect(await contact('c-78')).toMatchObject({ firstName: '', lastName: '' });
      expect(await contact('contact-015')).toMatchObject({ firstName: 'Elena', status: 'qualified' });
    });

    it('finds its deals', async () => {
      const exists = (id: string) => demo.inOrg(async (tx) => estio.referenceExists?.(tx, id));
      expect(await exists('deal-001')).toBe(true);
      expect(await exists('deal-999')).toBe(false);
    });

    it('finds for a contact only the deals in which it buys or rents', async () => {
      const isOf = (contactId: string) =>
        demo.inOrg(async (tx) => estio.referenceExists?.(tx, 'deal-001', contactId));
      const [deal] = await demo.rows(EstioDeal, { id: 'deal-001' });
      expect(await isOf(deal!.contactId)).toBe(true);
      expect(await isOf('contact-040')).toBe(false);
    });

    it('erases all data about a contact, and nothing about others', async () => {
      await demo.inOrg(async (tx) => {
        const counts = await estio.erase?.(tx, 'contact-015');
        expect(counts).toEqual({
          ...NOTHING,
          estio_activities: expect.any(Number),
          estio_deal_parties: 2,
          estio_deals: 1,
          estio_offers: 1,
          estio_contacts: 1,
        });
        expect(await estio.erase?.(tx, 'contact-003')).toMatchObject({ estio_deals: 0, estio_contacts: 1 });
        expect(await estio.erase?.(tx, 'contact-003')).toEqual(NOTHING);
      });
      expect(await demo.rows(EstioContact)).toHaveLength(40);
      expect(await demo.rows(EstioProperty, { ownerContactId: 'contact-003' })).toEqual([]);
      expect(await demo.rows(EstioProperty)).toHaveLength(400);
      expect(await demo.rows(EstioDeal)).toHaveLength(17);
      expect(await demo.rows(EstioDealParty, { contactId: 'contact-003' })).toEqual([]);
    });

    it('erases a party together with the contract that names it, and its document', async () => {
      await demo.inOrg(async (tx) => {
        const [party] = await tx.query<{ id: string }>(
          `SELECT contact_id AS id FROM estio_deal_parties WHERE org_id = $1 AND deal_id = 'deal-004' AND role = 'seller'`,
        );
        const files = async () => (await tx.query('SELECT id FROM files WHERE org_id = $1')).length;
        expect(await files()).toBe(1);
        expect(await estio.export?.(tx, party?.id ?? '')).toMatchObject({
          estio_contracts: [expect.objectContaining({ id: 'contract-001' })],
          estio_deal_parties: expect.arrayContaining([expect.objectContaining({ deal_id: 'deal-004' })]),
        });
        expect(await estio.erase?.(tx, party?.id ?? '')).toMatchObject({
          estio_contracts: 1,
          estio_deals: 0,
          files: 1,
        });
        expect(await files()).toBe(0);
      });
      expect(await demo.rows(EstioDeal, { id: 'deal-004' })).toHaveLength(1);
    });
  });
});
