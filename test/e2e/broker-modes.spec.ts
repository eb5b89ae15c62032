// Shadow and enforce on the same messages, with the tools that the offline model actually chooses out of 200.
import {
  AlwaysOnSampler,
  TracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace';
import { trace } from '@opentelemetry/api';
import { offlineHintsOf, OfflineModel } from '#offline-model';
import { offlinePacks } from '#packs/offline';
import { platformTools, TOOL_SEARCH } from '#tools';
import { missPage } from '../../apps/admin/src/broker/broker-metrics.read-model.ts';
import { compareModes } from '../../apps/admin/src/broker/broker-modes.read-model.ts';
import { OrgScope } from '../../apps/admin/src/session/org-scope.ts';
import type { TestOrg } from '../../libs/turns/testing/test-org.fixture.ts';
import { useTurns } from '../../libs/turns/testing/turns.fixture.ts';
import { describeWith, isLongRun } from '../harness/services.ts';
import { packOfManyTools, threeHundredMessages } from './many-tools.fixture.ts';

/** More rounds than a turn has. */
const ROUNDS = 10;
const TURNS_OF_CONVERSATION = 6;
const BEFORE = new Date(0);
/** A normal run takes every third message; docs/broker.md has the figures of all 300. */
const SAMPLE_STEP = isLongRun ? 1 : 3;

describeWith('postgres', 'the broker with 200 tools in scope', () => {
  let offline: OfflineModel;

  const search = platformTools.filter(({ name }) => name === TOOL_SEARCH);
  const turns = useTurns([packOfManyTools()], { platform: search });
  beforeAll(() => {
    offline = new OfflineModel(offlineHintsOf(turns.registry, offlinePacks));
  });

  async function orgIn(mode: 'shadow' | 'enforce'): Promise<TestOrg> {
    const org = await turns.newOrg();
    await org.setFlag('tool_broker', mode);
    return org;
  }

  /** Runs a turn with the offline model. @returns its id and the tools that it called */
  async function say(
    org: TestOrg,
    text: string,
    contact = 'ann',
  ): Promise<{ turnId: string; called: string[] }> {
    const called: string[] = [];
    turns.model.forget();
    turns.model.answer(
      ...Array.from({ length: ROUNDS }, () => async (request: Parameters<OfflineModel['generate']>[0]) => {
        const result = await offline.generate({ ...request, onText: undefined });
        called.push(...result.toolCalls.map(({ name }) => name));
        return result;
      }),
    );
    const { turnId } = await org.say({ text, contact, channel: 'chat' });
    return { turnId, called };
  }

  const decisionsOf = (org: TestOrg) =>
    org.query<{ turnId: string; brokered: string[]; offered: string[]; missed: string[]; reasons: object }>(
      `SELECT turn_id AS "turnId", tools_brokered AS brokered, tools_offered AS offered, tools_missed AS missed, reasons
           FROM broker_decisions WHERE org_id = $1`,
    );

  it.each(['shadow', 'enforce'] as const)(
    'measured in %s: toolInBrokeredSet is that of the calls made, misses come with their messages',
    async (mode) => {
      const org = await orgIn(mode);
      const messages = threeHundredMessages().filter((_, index) => index % SAMPLE_STEP === 0);
      const called = new Map<string, string[]>();
      const right = new Map<string, string[]>();
      for (const [at, { text, gold }] of messages.entries()) {
        const turn = await say(org, text, `contact-${Math.floor(at / TURNS_OF_CONVERSATION)}`);
        called.set(turn.turnId, turn.called);
        right.set(
          turn.turnId,
          turn.called.filter((tool) => gold.includes(tool)),
        );
      }
      const decisions = await decisionsOf(org);
      expect(decisions).toHaveLength(messages.length);
      const measured = decisions.filter(({ turnId }) => called.get(turnId)!.length > 0);
      const hits = measured.filter(({ turnId, brokered }) =>
        called.get(turnId)!.every((tool) => tool === TOOL_SEARCH || brokered.includes(tool)),
      );
      const scope = new OrgScope(turns.database, org.id, null);
      const compared = await compareModes(scope, BEFORE);
      const figures = compared[mode]!;
      expect(compared[mode === 'shadow' ? 'enforce' : 'shadow']).toBeNull();
      expect(figures.turns).toBe(measured.length);
      expect(figures.rate).toBeCloseTo(hits.length / measured.length, 3);
      expect(compared.languages.map(({ key }) => key).sort()).toEqual(['ar', 'en']);
      const page = await missPage(scope, BEFORE, { limit: 300 });
      expect(page.items).toHaveLength(measured.length - hits.length);
      for (const { turnId, message, missed } of page.items) {
        expect(messages.map(({ text }) => text)).toContain(message);
        expect(called.get(turnId)).toEqual(expect.arrayContaining(missed));
      }
      const average = decisions.reduce((sum, { brokered }) => sum + brokered.length, 0) / decisions.length;
      // The broker need not offer tools that the model chose wrongly; of the right ones it offers nearly all.
      const rightCalls = decisions.flatMap(({ turnId, brokered }) =>
        right.get(turnId)!.map((tool) => brokered.includes(tool)),
      );
      expect(rightCalls.filter(Boolean).length / rightCalls.length).toBeGreaterThanOrEqual(0.95);
      expect(average).toBeGreaterThanOrEqual(8);
      expect(average).toBeLessThanOrEqual(15);
      expect(figures.savedShare).toBeGreaterThanOrEqual(0.8);
      expect(figures.savedShareNet).toBeLessThanOrEqual(figures.savedShare);
    },
    300_000,
  );

  it('a turn is offered 8 to 15 tools, its span explains the decision for each of the 200, and the schemas shrink by 80 %', async () => {
    const org = await orgIn('enforce');
    const exporter = new InMemorySpanExporter();
    const provider = new TracerProvider({
      sampler: new AlwaysOnSampler(),
      spanProcessors: [new SimpleSpanProcessor({ exporter })],
    });
    trace.setGlobalTracerProvider(provider);
    const turn = await say(org, 'What would the monthly instalment be?');
    const span = exporter.getFinishedSpans().find(({ name }) => name === 'broker');
    trace.disable();
    await provider.shutdown();
    expect(turn.called).toContain('calculate_mortgage');
    const told = turns.model.requests[0]!.tools.map(({ name }) => name);
    expect(told.length).toBeGreaterThanOrEqual(8);
    expect(told.length).toBeLessThanOrEqual(15);
    const reasons = span?.attributes['turnpike.broker.reasons'] as string[];
    expect(span?.attributes['turnpike.broker.offered']).toEqual(told);
    expect(reasons).toHaveLength(200);
    for (const reason of reasons) {
      const [name = ''] = reason.split(':');
      expect(reason).toContain(told.includes(name) ? `${name}: offered` : `${name}: not offered`);
    }
    expect(reasons.find((reason) => reason.startsWith('calculate_mortgage'))).toMatch(
      /offered: rank 1, score .*words: .*instalment/,
    );
    const [row] = await org.query<{ inScope: number; offered: number; lost: number }>(
      `SELECT tokens_in_scope AS "inScope", tokens_offered AS offered, cached_tokens_lost AS lost
           FROM broker_decisions WHERE org_id = $1 AND turn_id = $2`,
      [turn.turnId],
    );
    expect(row!.offered).toBeLessThanOrEqual(0.2 * row!.inScope);
    expect(row!.lost).toBe(0);
  });
});
