import { ToolError } from '#pack-kit';
import { fakeTool } from '../testing/fake-tools.ts';
import type { RegisteredTool } from '../registered-tool.ts';
import { MAX_RESULT_BYTES } from './result-size.ts';
import { toOutcome, type Effected } from './tool-outcome.ts';

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ at, text: 'ö'.repeat(20) }));
const outcomeOf = (attempted: Partial<Effected>, registered?: RegisteredTool) =>
  toOutcome(
    registered,
    { attempts: 1, ...attempted },
    { durationMs: 1, callerKind: 'contact', timezone: 'Asia/Nicosia' },
  );

describe('the outcome of a call', () => {
  it('is at most 256 KiB in total', () => {
    // The data alone fits, but not with the fields around it.
    const fits = { items: [], text: 'x'.repeat(MAX_RESULT_BYTES - 40) };
    expect(bytes(fits)).toBeLessThan(MAX_RESULT_BYTES);
    for (const data of [fits, { items: rows(20_000) }, rows(20_000)]) {
      const { result, modelText } = outcomeOf({ data });
      expect(result.data).toMatchObject({ truncated: true });
      expect(bytes(result)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
      expect(Buffer.byteLength(modelText)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
    }
    const tool = fakeTool({ modelView: () => rows(20_000) });
    const { modelText } = outcomeOf({ data: 1 }, { tool } as RegisteredTool);
    expect(Buffer.byteLength(modelText)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
  });

  it('is at most 256 KiB for a failure too, whose help is cut like data', () => {
    const help = { suggestions: rows(20_000), currentVersion: 3 };
    const error = new ToolError('CONFLICT', 'Taken. '.repeat(2_000), help);
    const { result, modelResult, modelText, whole } = outcomeOf({ error });
    expect(result.error?.length).toBeLessThan(5_000);
    expect(result).toMatchObject({
      success: false,
      errorClass: 'CONFLICT',
      data: { currentVersion: 3, truncated: true, available: 20_000 },
    });
    expect(bytes(result)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
    expect(bytes(modelResult)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
    expect(Buffer.byteLength(modelText)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
    expect(whole).toEqual(help);
  });

  it('keeps an unknown outcome however long the failure is', () => {
    const error = new ToolError('TIMEOUT', 'x'.repeat(10_000), { text: 'x'.repeat(MAX_RESULT_BYTES) });
    const begun = { orgId: 'o', key: 'k', tool: 't', turnId: null, conversationId: null, arguments: {} };
    const { result } = outcomeOf({ error, begun });
    expect(result.error).toContain('a person has to look');
    expect(result.data).toMatchObject({ truncated: true, outcome: 'unknown' });
    expect(bytes(result)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
  });

  it('writes moments as local times, for models, programs and people, also in the help of a failure', () => {
    const data = {
      at: '2026-11-30T07:00:00.000Z',
      list: [{ start: '2026-07-01T09:00:00+02:00', twice: '2026-10-25T01:30:00Z' }],
      '2026-11-30T07:00:00Z': 'key',
      text: 'At 2026-11-30T07:00:00Z; "2026-11-30T07:00:00Z"',
      others: ['2026-11-30', '2026-11-30T07:00', '2026-13-30T07:00:00Z', 7, null],
    };
    const local = {
      ...data,
      at: '2026-11-30T09:00 Asia/Nicosia',
      list: [{ start: '2026-07-01T10:00 Asia/Nicosia', twice: '2026-10-25T03:30+02:00 Asia/Nicosia' }],
    };
    const modelView = ({ at }: typeof data) => ({ view: at });
    const { result, whole, modelText } = outcomeOf({ data }, { tool: { modelView } } as never);
    expect(result.data).toEqual(local);
    expect(whole).toEqual(local);
    expect(JSON.parse(modelText)).toMatchObject({ data: { view: local.at } });
    const ofServer = outcomeOf({ data }, { source: 'mcp', tool: {} } as never);
    expect(ofServer.result.data).toEqual(data);
    const ofPack = outcomeOf({ data }, { source: 'mcp', shipped: true, tool: {} } as never);
    expect(ofPack.result.data).toEqual(local);
    const failed = outcomeOf({ error: new ToolError('CONFLICT', 'Taken.', { slots: data.list }) });
    expect(failed.modelResult.data).toEqual({ slots: local.list });
    const stored = outcomeOf({ data }, { tool: { verbatim: true } } as never);
    expect(stored.whole).toEqual(data);
  });

  it('does not change a short failure', () => {
    const error = new ToolError('NOT_FOUND', 'There is none.', { suggestions: ['a'] });
    expect(outcomeOf({ error }).result).toEqual({
      success: false,
      error: 'There is none.',
      errorClass: 'NOT_FOUND',
      data: { suggestions: ['a'] },
    });
  });
});
