import { ToolRegistry } from '#tools';
import { testPack } from '../testing/turns.fixture.ts';
import { resolveAgent, type AgentRequest } from './resolve-agent.ts';

const registry = new ToolRegistry(
  [testPack('alpha', [], ['helper', 'seller']), testPack('beta', [], ['helper', 'writer'])],
  [],
);
const org = { packs: ['alpha', 'beta'], defaultPack: null as string | null };

describe('the pack and agent of a message', () => {
  it.each<[AgentRequest, string | null, string | null, { pack: string | null; agent: string | null }]>([
    [{}, null, null, { pack: null, agent: null }],
    [{ pack: 'beta' }, null, null, { pack: 'beta', agent: null }],
    [{ agent: 'beta/helper' }, null, null, { pack: 'beta', agent: 'helper' }],
    [{ agent: 'beta/helper' }, 'alpha', null, { pack: 'beta', agent: 'helper' }],
    [{ agent: 'beta/helper', pack: 'beta' }, null, null, { pack: 'beta', agent: 'helper' }],
    [{ agent: 'seller' }, null, null, { pack: 'alpha', agent: 'seller' }],
    [{ agent: 'writer' }, 'alpha', null, { pack: 'beta', agent: 'writer' }],
    [{ agent: 'helper', pack: 'beta' }, null, null, { pack: 'beta', agent: 'helper' }],
    [{ agent: 'helper' }, 'beta', null, { pack: 'beta', agent: 'helper' }],
    [{ agent: 'helper' }, null, 'beta', { pack: 'beta', agent: 'helper' }],
    [{}, null, 'beta', { pack: 'beta', agent: null }],
    [{ pack: 'alpha' }, null, 'alpha', { pack: 'alpha', agent: null }],
  ])('%j with default pack %s in a conversation of %s', (wish, defaultPack, conversationPack, expected) => {
    expect(resolveAgent(registry, { ...org, defaultPack }, wish, conversationPack)).toEqual(expected);
  });

  it.each<[AgentRequest, string | null, string, RegExp]>([
    [{ agent: 'helper' }, null, '/agent', /Several packs .* alpha\/helper, beta\/helper/],
    [
      { agent: 'nobody' },
      null,
      '/agent',
      /no agent "nobody". There are: alpha\/helper, alpha\/seller, beta\/helper/,
    ],
    [{ agent: 'alpha/writer' }, null, '/agent', /no agent "alpha\/writer"/],
    [{ agent: 'gamma/helper' }, null, '/agent', /no pack "gamma"/],
    [{ pack: 'gamma' }, null, '/pack', /no pack "gamma"/],
    [{ agent: 'alpha/helper', pack: 'beta' }, null, '/pack', /belongs to pack "alpha", not to "beta"/],
    [{ agent: 'beta/helper' }, 'alpha', '/agent', /belongs to pack "alpha", not to "beta"/],
    [{ pack: 'beta' }, 'alpha', '/pack', /belongs to pack "alpha"/],
    [{ agent: 'writer' }, 'alpha', '/agent', /no agent "alpha\/writer"/],
  ])('refuses %j in a conversation of %s', (wish, conversationPack, pointer, message) => {
    expect(() => resolveAgent(registry, org, wish, conversationPack)).toThrow(
      expect.objectContaining({ kind: 'invalid', message: expect.stringMatching(message), pointer }),
    );
  });

  it('finds only packs of the org', () => {
    const small = { packs: ['beta'], defaultPack: null };
    expect(resolveAgent(registry, small, { agent: 'helper' }, null)).toEqual({
      pack: 'beta',
      agent: 'helper',
    });
    expect(() => resolveAgent(registry, small, { agent: 'seller' }, null)).toThrow(/no agent/);
    expect(() => resolveAgent(registry, { packs: [], defaultPack: null }, { agent: 'helper' }, null)).toThrow(
      /There are: none/,
    );
  });
});
