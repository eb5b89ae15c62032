import { eventually } from '../harness/eventually.ts';
import { productionBackend } from '../harness/installation.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest, needsOf, type TurnSeen } from './api.fixture.ts';

/** A Monday; the clock of the scenarios starts nine hours later. */
const ANCHOR = '2026-11-16';
const CLOCK_AT = '2026-11-16T09:00:00Z';

const FROM_STAFF = { author: { kind: 'staff', user: 'agent-01' } };

// These messages are not in the acceptance scenarios (packs/estio/scenarios).
describe.each(productionBackend)('messages to estio on the offline model (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let api: ApiTest;

    beforeAll(async () => {
      api = await ApiTest.start({ backend, anchor: ANCHOR, env: { CLOCK_AT } });
    });

    afterAll(() => api?.stop());

    /** A message of agent-01 about a contact, in a new conversation. */
    async function say(contact: string, text: string): Promise<TurnSeen & { said: string }> {
      const turn = await api.send({ contact, text, newConversation: true, ...FROM_STAFF });
      expect(turn.state).toBe('completed');
      return { ...turn, said: turn.reply?.text ?? '' };
    }

    const propertiesIn = (said: string) => [...said.matchAll(/prop-\d{4}/g)].map(([id]) => id);

    it('staff questions about records keep their conditions', async () => {
      const closed = await say('contact-016', 'How many deals did we close this year by stage?');
      expect(closed.said).toContain(
        'deals (created at from 2026-01-01, stage is closed won or closed lost):\n',
      );
      const latest = await say('contact-016', 'Show me the latest deals');
      expect(latest.said).toContain('18 deals:');
      const arabic = await say('contact-016', 'كم صفقة لدينا؟');
      expect(arabic.said).toContain('العدد: 18');
    });

    it('is listed among the traces by its agent, model and tokens', async () => {
      const turn = await say('contact-024', 'Villas in Limassol');
      const [row] = await api.rows('SELECT prompt_tokens AS tokens, model FROM turns WHERE id = $1', [
        turn.id,
      ]);
      await eventually(async () => {
        const [span] = await api.rows(
          `SELECT agent, model, prompt_tokens AS tokens FROM spans WHERE turn_id = $1 AND kind = 'turn'`,
          [turn.id],
        );
        expect(span).toEqual({ ...row, agent: 'searcher' });
      });
      const agents = await api.rows(
        `SELECT DISTINCT agent FROM spans WHERE turn_id = $1 AND kind IN ('tool', 'policy', 'settle')`,
        [turn.id],
      );
      expect(agents).toEqual([{ agent: 'searcher' }]);
    });

    it('reads the dual in Arabic', async () => {
      const turn = await say('contact-025', 'شقق بغرفتي نوم في بافوس');
      expect((await api.toolCalls(turn.id)).map(({ arguments: input }) => input)).toEqual([
        { district: 'Paphos', propertyType: 'Apartment', bedrooms: 2 },
      ]);
      expect(propertiesIn(turn.said)).toHaveLength(5);
    });

    it('names the properties closest to the sea first, out of all in the database', async () => {
      const turn = await say('contact-026', 'Find 2 bedroom apartments in Paphos under 200k near the sea');
      const best = await api.rows<{ id: string; distance: number }>(
        `SELECT id, distance_to_sea AS distance FROM estio_properties
          WHERE district = 'Paphos' AND bedrooms = 2 AND property_type = 'Apartment' AND price <= 200000
            AND deal_type = 'sale' AND status = 'available'
          ORDER BY CASE WHEN distance_to_sea < 500 THEN 10 ELSE 0 END + CASE WHEN sea_view THEN 5 ELSE 0 END
                   + CASE WHEN description ~* 'beach|sea|coast' THEN 3 ELSE 0 END DESC, price, id
          LIMIT 5`,
      );
      expect(propertiesIn(turn.said)).toEqual(best.map(({ id }) => id));
      for (const { distance } of best)
        expect(turn.said).toContain(`${distance.toLocaleString('en-US')} m from the sea`);
    });

    it('tells why a viewing is refused', async () => {
      const [gone] = await api.rows<{ id: string }>(
        `SELECT id FROM estio_properties WHERE status = 'sold' LIMIT 1`,
      );
      const turn = await say('contact-028', `Book a viewing of ${gone?.id} on Tuesday at 11:00`);
      expect(turn.said).toContain('is sold; it cannot be viewed');
    });

    it.each([
      ['hello', 'I am the offline stand-in, not a real model'],
      ['شكرا', 'أنا البديل غير المتصل'],
      [
        'flats in Limassol under £300k',
        'I am the offline stand-in, not a real model, and I am not sure about “£”',
      ],
    ])('answers %j with what it is, without a tool', async (text, introduction) => {
      const turn = await say('contact-027', text);
      expect(turn.said.startsWith(introduction)).toBe(true);
      expect(await api.toolCalls(turn.id)).toEqual([]);
    });
  });
});
