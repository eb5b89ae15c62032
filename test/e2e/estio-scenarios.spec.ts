import { eventually } from '../harness/eventually.ts';
import { backends } from '../harness/installation.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest, needsOf, type TurnSeen } from './api.fixture.ts';

/** A Monday; the clock of the scenarios stands nine hours later. */
const ANCHOR = '2026-11-16';
const CLOCK_AT = '2026-11-16T09:00:00Z';
const EMBEDDING_NUMBERS = 768;

const FROM_STAFF = { author: { kind: 'staff', user: 'agent-01' } };

interface InsightRow {
  text: string;
  category: string;
  importance: number;
  source: string;
  numbers: number;
}

interface SpanRow {
  spanId: string;
  parentSpanId: string | null;
  name: string;
  kind: string;
  task: string | null;
  model: string | null;
}

// The acceptance scenarios of the estio pack (E…) and of the platform's tools (P…) whose tools are there.
describe.each(backends)('scenarios of estio on the offline model (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let api: ApiTest;

    beforeAll(async () => {
      api = await ApiTest.start({ backend, anchor: ANCHOR, env: { CLOCK_AT } });
    }, 120_000);

    afterAll(() => api?.stop(), 60_000);

    /** A message of agent-01 about a contact, in a conversation of its own. */
    async function say(contact: string, text: string): Promise<TurnSeen & { said: string }> {
      const turn = await api.send({ contact, text, newConversation: true, ...FROM_STAFF });
      expect(turn.state).toBe('completed');
      return { ...turn, said: turn.reply?.text ?? '' };
    }

    const requirementsOf = async (contact: string) =>
      (
        await api.rows(
          `SELECT req_districts AS districts, req_min_price::float AS "minPrice", req_max_price::float AS "maxPrice",
                  req_bedrooms AS bedrooms, req_bedrooms_min AS "bedroomsMin"
             FROM estio_contacts WHERE id = $1`,
          [contact],
        )
      )[0];

    const insightsOf = (contact: string, text: string) =>
      api.rows<InsightRow>(
        `SELECT text, category, importance, source, vector_dims(embedding) AS numbers
           FROM insights WHERE contact_id = $1 AND text ILIKE $2`,
        [contact, `%${text}%`],
      );

    const propertiesIn = (said: string) => [...said.matchAll(/prop-\d{4}/g)].map(([id]) => id);

    const spansOf = (traceId: string) =>
      api.rows<SpanRow>(
        `SELECT span_id AS "spanId", parent_span_id AS "parentSpanId", name, kind, task, model
           FROM spans WHERE trace_id = $1`,
        [traceId],
      );

    it('questions of staff to the records keep their conditions', async () => {
      const closed = await say('contact-016', 'How many deals did we close this year by stage?');
      expect(closed.said).toContain(
        'Deals (created since 1 January 2026, stage is closed won or closed lost):\n',
      );
      const latest = await say('contact-016', 'Show me the latest 5 deals');
      expect(latest.said).toContain('18 deals, the first 5:');
      const arabic = await say('contact-016', 'كم صفقة لدينا؟');
      expect(arabic.said).toContain('عدد الصفقات: 18.');
      const districts = await say('contact-016', 'How many properties are available by district?');
      expect(districts.said).toContain('Properties (status is available):');
    });

    it('E2: saves a budget, bedrooms and a place as numbers, and asks one question more', async () => {
      const turn = await say('contact-016', 'My budget is up to 250k, three bedrooms, Larnaca');
      expect(turn.agent).toBe('estio/qualifier');
      expect(await api.toolCalls(turn.id)).toEqual([
        expect.objectContaining({
          tool: 'update_requirements',
          arguments: { contactId: 'contact-016', maxPrice: 250_000, bedrooms: '3', district: 'Larnaca' },
        }),
      ]);
      expect(await requirementsOf('contact-016')).toMatchObject({
        districts: ['Larnaca'],
        maxPrice: 250_000,
        bedrooms: 3,
        bedroomsMin: null,
      });
      expect(turn.said).toContain('Saved: area Larnaca, budget up to €250,000, 3 bedrooms.');
      expect(turn.said.match(/\?/g)).toHaveLength(1);
    });

    it('E3: finds exactly three rentals in Larnaca, in order', async () => {
      const turn = await say('contact-017', '2 bedroom rentals in Larnaca up to 1,200 a month');
      expect(turn.agent).toBe('estio/searcher');
      expect(await api.toolCalls(turn.id)).toEqual([
        expect.objectContaining({
          tool: 'search_properties',
          arguments: { district: 'Larnaca', bedrooms: 2, maxPrice: 1_200, dealType: 'rent' },
          result: expect.objectContaining({ success: true }),
        }),
      ]);
      expect(propertiesIn(turn.said)).toEqual(['prop-0234', 'prop-0252', 'prop-0245']);
      for (const price of ['€710', '€1,010', '€1,190']) expect(turn.said).toContain(price);
      expect(turn.said).toContain('sample data');
    });

    it('E4: says that nothing matches, names what to relax, and invents nothing', async () => {
      const turn = await say('contact-017', 'Villa in Paphos for sale below 100k');
      const [call, ...others] = await api.toolCalls(turn.id);
      expect(others).toEqual([]);
      expect(call).toMatchObject({
        tool: 'search_properties',
        arguments: { district: 'Paphos', propertyType: 'Villa', maxPrice: 100_000, dealType: 'sale' },
        result: { success: true, data: { total: 0 } },
      });
      expect(turn.said).toMatch(
        /Nothing matches[\s\S]*Without the price limit[\s\S]*Shall I widen the price limit\?/,
      );
      expect(propertiesIn(turn.said)).toEqual([]);
    });

    it('E11: notes an objection, understands it, and asks what drives it', async () => {
      const turn = await say('contact-015', 'It is too expensive for us honestly');
      expect(turn.agent).toBe('estio/objection_handler');
      expect(await api.toolCalls(turn.id)).toEqual([
        expect.objectContaining({
          tool: 'store_insight',
          arguments: expect.objectContaining({ contactId: 'contact-015', category: 'objection' }),
        }),
      ]);
      expect(await insightsOf('contact-015', 'too expensive')).toEqual([
        expect.objectContaining({ category: 'objection', numbers: EMBEDDING_NUMBERS }),
      ]);
      expect(turn.said).toMatch(/understand[\s\S]*\?/);
    });

    it('E13: searches in Arabic and answers in Arabic', async () => {
      const turn = await say('contact-016', 'ابحث عن شقة للبيع في ليماسول بأقل من 400 ألف وبغرفتين');
      expect((await api.toolCalls(turn.id)).map(({ tool, arguments: input }) => [tool, input])).toEqual([
        [
          'search_properties',
          {
            district: 'Limassol',
            propertyType: 'Apartment',
            dealType: 'sale',
            maxPrice: 400_000,
            bedrooms: 2,
          },
        ],
      ]);
      expect(turn.said).toContain('النتائج (12)');
      expect(propertiesIn(turn.said)[0]).toBe('prop-0225');
      expect(turn.said).toContain('201,000 يورو');
    });

    it.each([
      ['qualifier', 'standard', 'My budget is 260k now', 'qualification'],
      ['negotiator', 'premium', 'Can we get a discount on the price?', 'negotiation'],
    ])('E15: %s runs on %s, in one trace with the choice of the skill', async (agent, tier, text, task) => {
      const turn = await say('contact-018', text);
      expect(turn.agent).toBe(`estio/${agent}`);
      const spans = await eventually(async () => {
        const found = await spansOf(turn.traceId);
        expect(found.map(({ kind }) => kind)).toEqual(
          expect.arrayContaining([
            'http',
            'turn',
            'load',
            'intent',
            'context',
            'scope',
            'broker',
            'route',
            'model',
            'settle',
          ]),
        );
        // One tree: the request is its root, and no span hangs in the air.
        const ids = new Set([null, ...found.map(({ spanId }) => spanId)]);
        expect(found.filter(({ parentSpanId }) => !ids.has(parentSpanId))).toEqual([]);
        return found;
      });
      expect(spans.filter(({ parentSpanId }) => parentSpanId === null)).toMatchObject([{ kind: 'http' }]);
      const modelOf = (wanted: string) =>
        spans.find(({ kind, task: of }) => kind === 'model' && of === wanted);
      expect(modelOf('intent_classification')).toMatchObject({ model: 'offline-flash' });
      expect(modelOf(task)).toMatchObject({ model: `offline-${tier}` });
      expect(spans.find(({ kind }) => kind === 'route')).toMatchObject({ task, model: `offline-${tier}` });
    });

    describe('memory', () => {
      const fact = 'Remember that she enjoys a view of the sea';

      it('P1: keeps a taste with importance 5 and a vector', async () => {
        const turn = await say('contact-022', fact);
        expect(await api.toolCalls(turn.id)).toEqual([
          expect.objectContaining({
            tool: 'store_insight',
            arguments: expect.objectContaining({
              contactId: 'contact-022',
              text: 'she enjoys a view of the sea',
              category: 'preference',
            }),
            result: expect.objectContaining({
              success: true,
              data: expect.objectContaining({ stored: true, deduplicated: false, importance: 5 }),
            }),
          }),
        ]);
        expect(await insightsOf('contact-022', 'view of the sea')).toEqual([
          expect.objectContaining({ category: 'preference', importance: 5, numbers: EMBEDDING_NUMBERS }),
        ]);
        expect(turn.said).toContain('Noted');
      });

      it('P2: recalls it when asked', async () => {
        const question = 'Which views does the client enjoy?';
        const turn = await say('contact-022', question);
        const [call, ...others] = await api.toolCalls(turn.id);
        expect(others).toEqual([]);
        expect(call).toMatchObject({
          tool: 'retrieve_context',
          arguments: { contactId: 'contact-022', query: question },
        });
        const recalled = call?.result.data?.insights as { text: string }[];
        expect(recalled[0]?.text).toBe('she enjoys a view of the sea');
        expect(recalled.length).toBeLessThanOrEqual(5);
        expect(turn.said).toContain('she enjoys a view of the sea');
      });

      it('P3: word for word again, it is still one row', async () => {
        const turn = await say('contact-022', fact);
        const [call] = await api.toolCalls(turn.id);
        expect(call?.result.data).toMatchObject({ deduplicated: true });
        expect(await insightsOf('contact-022', 'view of the sea')).toHaveLength(1);
      });

      it('keeps a fact told in Arabic', async () => {
        const turn = await say('contact-023', 'سجل أن العميل يفضل الطابق الأرضي');
        expect((await api.toolCalls(turn.id)).map(({ tool, arguments: input }) => [tool, input])).toEqual([
          [
            'store_insight',
            expect.objectContaining({
              text: 'العميل يفضل الطابق الأرضي',
              category: 'preference',
              source: 'user_noted',
            }),
          ],
        ]);
        expect(await insightsOf('contact-023', 'الطابق الأرضي')).toEqual([
          expect.objectContaining({ importance: 5, source: 'user_noted', numbers: EMBEDDING_NUMBERS }),
        ]);
        expect(turn.said).toContain('تم التسجيل');
      });
    });

    it('saves a budget and bedrooms told in Arabic', async () => {
      const turn = await say('contact-024', 'ميزانيتي القصوى 250 ألف وأحتاج ثلاث غرف نوم');
      expect((await api.toolCalls(turn.id)).map(({ tool, arguments: input }) => [tool, input])).toEqual([
        ['update_requirements', { contactId: 'contact-024', maxPrice: 250_000, bedrooms: '3' }],
      ]);
      expect(await requirementsOf('contact-024')).toMatchObject({
        maxPrice: 250_000,
        bedrooms: 3,
        bedroomsMin: null,
      });
      expect(turn.said).toMatch(/تم الحفظ:.*250,000 يورو، 3 غرف نوم/);
    });

    it('reads the dual in Arabic', async () => {
      const turn = await say('contact-025', 'شقق بغرفتي نوم في بافوس');
      expect((await api.toolCalls(turn.id)).map(({ arguments: input }) => input)).toEqual([
        { district: 'Paphos', propertyType: 'Apartment', bedrooms: 2 },
      ]);
      expect(propertiesIn(turn.said)).toHaveLength(5);
    });

    it('lists the nearest to the sea first when asked for, out of what is in the database', async () => {
      const turn = await say('contact-026', 'Find 2 bedroom apartments in Paphos under 200k near the sea');
      const ids = propertiesIn(turn.said);
      expect(turn.said).toContain('ordered by distance to the sea, the nearest first');
      const listed = await api.rows<{ id: string; distance: number }>(
        `SELECT id, distance_to_sea AS distance FROM estio_properties
          WHERE id = ANY($1) AND district = 'Paphos' AND bedrooms = 2 AND price <= 200000 AND deal_type = 'sale'
          ORDER BY distance_to_sea, price`,
        [ids],
      );
      expect(listed.map(({ id }) => id)).toEqual(ids);
      for (const { distance } of listed)
        expect(turn.said).toContain(`${distance.toLocaleString('en-US')} m from the sea`);
    });

    it.each([
      ['hello', 'Hello!'],
      ['شكرا', 'على الرحب والسعة!'],
    ])('answers %j briefly, without a tool', async (text, beginning) => {
      const turn = await say('contact-027', text);
      expect(turn.said.startsWith(beginning)).toBe(true);
      expect(await api.toolCalls(turn.id)).toEqual([]);
    });

    it('neither searches nor saves for what it has no tool for yet', async () => {
      const before = await requirementsOf('contact-028');
      const turn = await say('contact-028', 'Offer 415,000 on deal-002');
      expect(await api.toolCalls(turn.id)).toEqual([]);
      expect(await requirementsOf('contact-028')).toEqual(before);
    });
  });
});
