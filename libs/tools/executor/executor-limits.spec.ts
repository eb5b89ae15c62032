import { z } from 'zod';
import { describeWith } from '../../../test/harness/services.ts';
import { PostgresToolCache } from '../cache/postgres-tool-cache.repository.ts';
import { useExecutor } from '../testing/executor.fixture.ts';
import { fakeTool } from '../testing/fake-tools.ts';
import type { ToolCaller } from './tool-invocation.ts';

const reset = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

describeWith('postgres', 'the executor', () => {
  const fixture = useExecutor();

  describe('and a tool whose connection is reset twice (P12)', () => {
    const flaky = () => {
      let resets = 2;
      return fakeTool({
        outbound: true,
        execute: async () => {
          if (resets-- > 0) throw reset();
          return { ok: true };
        },
      });
    };

    it('succeeds with the third attempt in chat', async () => {
      const { call, calls } = fixture.setUp(flaky());
      expect((await call()).result).toEqual({ success: true, data: { ok: true } });
      expect(await calls()).toMatchObject([{ success: true, attempts: 3, cached: false }]);
    });

    it('fails after two attempts on voice', async () => {
      const { call, calls, caller } = fixture.setUp(flaky(), { channel: 'voice' });
      Object.assign(caller, { channel: 'voice', channelName: 'voice' } satisfies Partial<ToolCaller>);
      expect((await call()).result).toMatchObject({ success: false, errorClass: 'UPSTREAM_UNAVAILABLE' });
      expect(await calls()).toMatchObject([{ attempts: 2, error_class: 'UPSTREAM_UNAVAILABLE' }]);
    });
  });

  describe('and a cacheable tool', () => {
    const input = z.object({ query: z.string(), limit: z.number().default(5) });
    const setUp = (settings: Record<string, string> = {}) => {
      const runs: unknown[] = [];
      const tool = fakeTool({
        input,
        cacheable: {},
        execute: (async (given: unknown) => runs.push(given) && { found: runs.length }) as never,
      } as never);
      const parts = fixture.setUp(tool, {}, { cache: new PostgresToolCache(fixture.opened.database) });
      Object.assign(parts.caller, { settings: new Map(Object.entries(settings)) });
      return { ...parts, runs };
    };

    it('runs it once for the same prepared arguments, and marks the audit row as cached', async () => {
      const { call, calls, runs } = setUp();
      const query = { query: 'flats' };
      expect((await call({ arguments: { ...query } })).cached).toBe(false);
      const again = [
        { limit: '5', ...query },
        { ...query, limit: null },
        { ...query, colour: 'red' },
      ];
      for (const given of again) {
        expect(await call({ arguments: given })).toMatchObject({
          attempts: 0,
          cached: true,
          result: { success: true, data: { found: 1 } },
        });
      }
      expect((await call({ arguments: { query: 'villas' } })).result.data).toEqual({ found: 2 });
      expect(runs).toHaveLength(2);
      const rows = await calls();
      expect(rows.map(({ cached, attempts }) => [cached, attempts])).toEqual([
        [false, 1],
        [true, 0],
        [true, 0],
        [true, 0],
        [false, 1],
      ]);
      expect(rows[3]?.result.data).toMatchObject({ warnings: ['Unknown arguments were left out: colour'] });
    });

    it('runs it each time on voice, and if the org has disabled the cache', async () => {
      const voice = setUp();
      Object.assign(voice.caller, { channel: 'voice' });
      const off = setUp({ TOOL_CACHE_TTL_S: '0' });
      for (const { call, runs } of [voice, off]) {
        await call({ arguments: { query: 'voice or off' } });
        expect((await call({ arguments: { query: 'voice or off' } })).cached).toBe(false);
        expect(runs).toHaveLength(2);
      }
    });
  });

  it('has the time limit of the voice profile on voice, for every caller', async () => {
    const { call, caller } = fixture.setUp(fakeTool({ execute: () => new Promise(() => undefined) }));
    const settings = new Map([['VOICE_TOOL_TIMEOUT_MS', '150']]);
    Object.assign(caller, { settings, channel: 'voice', channelName: 'mcp' } satisfies Partial<ToolCaller>);
    expect((await call()).result).toMatchObject({ errorClass: 'TIMEOUT' });
  });
});
