import { createHash, randomUUID } from 'node:crypto';
import type { ServedMcp } from './mcp.fixture.ts';

/** Resources and prompts of the packs, as each kind of caller sees them. */
export function resourcesAndPrompts(served: ServedMcp): void {
  describe('resources and prompts', () => {
    const { connect } = served;
    let { api } = served;
    beforeAll(() => ({ api } = served));

    it('returns artifacts of conversations to callers that may read them', async () => {
      const [artifact] = await api.rows<{ conversation: string; version: number }>(
        `SELECT a.conversation_id AS conversation, a.current_version AS version
           FROM artifacts a JOIN orgs o ON o.id = a.org_id WHERE o.slug = 'maker' AND a.kind = 'bom' LIMIT 1`,
      );
      const { conversation, version } = artifact!;
      const uri = `artifact://${conversation}/bom`;
      const maker = await api.orgId('maker');
      const staff = { key: await api.createKey(maker) };
      const customer = { key: await api.createKey(maker) };
      await api.rows('UPDATE api_keys SET user_id = NULL WHERE hash = $1', [
        createHash('sha256').update(customer.key).digest(),
      ]);
      const { client } = await connect('', staff);
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
      const visitor = (await connect('', customer)).client;
      await expect(visitor.readResource({ uri })).rejects.toMatchObject({ code: expect.any(Number) });
      expect(await suggested('conversationId', '', visitor)).toEqual([]);
      const within = (await connect(`?conversation=${conversation}`, customer)).client;
      expect((await within.readResource({ uri })).contents).toHaveLength(1);
      expect(await suggested('conversationId', '', within)).toEqual([conversation]);
      const stranger = (await connect()).client;
      await expect(stranger.readResource({ uri })).rejects.toMatchObject({ code: expect.any(Number) });
    });

    it('returns a prompt of each other pack', async () => {
      const of = async (slug: string) =>
        (await connect('', { key: await api.createKey(await api.orgId(slug)) })).client;
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
}
