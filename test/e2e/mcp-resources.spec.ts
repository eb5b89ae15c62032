import { createHash, randomUUID } from 'node:crypto';
import { describeWith } from '../harness/services.ts';
import { ApiTest, needsOf } from './api.fixture.ts';
import { connectMcp } from './mcp.fixture.ts';

const ANCHOR = '2026-11-16';
const CLOCK_AT = '2026-11-16T09:00:00Z';

describeWith(needsOf.redis, 'resources and prompts of the MCP server', () => {
  let api: ApiTest;
  let url: string;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    api = await ApiTest.start({
      backend: 'redis',
      anchor: ANCHOR,
      workers: 0,
      apps: ['api'],
      env: { CLOCK_AT },
    });
    url = `${api.turnpike.urls('api')[0]}/mcp`;
  });

  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  afterAll(() => api?.stop());

  async function connect(query = '', key = api.turnpike.apiKeys.demo) {
    const client = await connectMcp(`${url}${query}`, key);
    closing.push(() => client.close());
    return client;
  }

  it('returns artifacts of conversations to callers that may read them', async () => {
    const [artifact] = await api.rows<{ conversation: string; version: number }>(
      `SELECT a.conversation_id AS conversation, a.current_version AS version
         FROM artifacts a JOIN orgs o ON o.id = a.org_id WHERE o.slug = 'maker' AND a.kind = 'bom' LIMIT 1`,
    );
    const { conversation, version } = artifact!;
    const uri = `artifact://${conversation}/bom`;
    const maker = await api.orgId('maker');
    const staff = await api.createKey(maker);
    const customer = await api.createKey(maker);
    const hash = createHash('sha256').update(customer).digest();
    await api.rows('UPDATE api_keys SET user_id = NULL WHERE hash = $1', [hash]);
    const client = await connect('', staff);
    const [content] = (await client.readResource({ uri })).contents;
    expect(content).toMatchObject({ uri, mimeType: 'application/json' });
    expect(JSON.parse((content as { text: string }).text)).toMatchObject({
      artifact_type: 'bom',
      version,
      content: { components: expect.any(Array) },
    });
    const ref = { type: 'ref/resource' as const, uri: 'artifact://{conversationId}/{kind}' };
    const suggested = async (name: string, value: string, of = client) =>
      (await of.complete({ ref, argument: { name, value } })).completion.values;
    expect(await suggested('kind', 'b')).toEqual(['bom', 'budget']);
    expect(await suggested('conversationId', conversation.slice(0, 20))).toContain(conversation);
    for (const none of [
      `artifact://${randomUUID()}/bom`,
      `artifact://${conversation}/nothing`,
      'artifact://x/bom',
    ])
      await expect(client.readResource({ uri: none })).rejects.toMatchObject({ code: expect.any(Number) });
    const visitor = await connect('', customer);
    await expect(visitor.readResource({ uri })).rejects.toMatchObject({ code: expect.any(Number) });
    expect(await suggested('conversationId', '', visitor)).toEqual([]);
    const within = await connect(`?conversation=${conversation}`, customer);
    expect((await within.readResource({ uri })).contents).toHaveLength(1);
    expect(await suggested('conversationId', '', within)).toEqual([conversation]);
    const stranger = await connect();
    await expect(stranger.readResource({ uri })).rejects.toMatchObject({ code: expect.any(Number) });
  });

  it('returns a prompt of each other pack', async () => {
    const of = async (slug: string) => connect('', await api.createKey(await api.orgId(slug)));
    const [project] = await api.rows<{ id: string }>(
      `SELECT a.conversation_id AS id FROM artifacts a JOIN orgs o ON o.id = a.org_id
        WHERE o.slug = 'maker' AND a.kind = 'bom' LIMIT 1`,
    );
    const [lead] = await api.rows<{ id: string }>('SELECT id FROM consult_leads ORDER BY id LIMIT 1');
    for (const [slug, name, given, words] of [
      ['maker', 'next_build_step', { conversationId: project!.id }, `artifact://${project!.id}/bom`],
      ['advisory', 'prepare_call', { contactId: lead!.id }, 'Missing:'],
      ['gulf', 'market_brief', { place: 'Yas Island' }, 'search_geospatial_metadata'],
    ] as const) {
      const client = await of(slug);
      expect((await client.listPrompts()).prompts.map((prompt) => prompt.name)).toEqual([name]);
      const { messages } = await client.getPrompt({ name, arguments: { ...given, language: 'ar' } });
      expect(messages).toHaveLength(2);
      expect(JSON.stringify(messages)).toContain(words);
      expect(JSON.stringify(messages)).toContain('language ar');
      const [[argument, value] = []] = Object.entries(given);
      const { completion } = await client.complete({
        ref: { type: 'ref/prompt', name },
        argument: { name: argument ?? '', value: value?.slice(0, 3) ?? '' },
      });
      expect(completion.values).toContain(value);
      if (slug !== 'gulf')
        await expect(
          client.getPrompt({ name, arguments: { [argument ?? '']: randomUUID() } }),
        ).rejects.toThrow('There is no');
    }
  });
});
