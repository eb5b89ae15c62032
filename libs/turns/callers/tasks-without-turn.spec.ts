import type { TurnFacts } from '#models';
import { ATTRIBUTES } from '#telemetry';
import { spansDuring } from '../testing/recorded-spans.ts';
import { scriptedTasks } from '../testing/scripted-model.ts';
import { scoreTask, testPack } from '../testing/turns.fixture.ts';
import { tasksWithoutTurn } from './tasks-without-turn.ts';

const facts = { orgId: 'o', pack: 'alpha', agent: '', channel: 'mcp', language: 'en' } as TurnFacts;

/** The span of a task that a model answered with these texts. */
async function spanOf(...texts: string[]) {
  const { tasks } = scriptedTasks(texts);
  const pack = { ...testPack('alpha', []), tasks: [scoreTask] };
  const port = tasksWithoutTurn({ tasks }, [pack], { facts, signal: new AbortController().signal });
  const spans = await spansDuring(() => port.run('score', { n: 2 }).catch(() => undefined));
  // Attempts have spans of their own.
  return spans.find(({ attributes }) => attributes[ATTRIBUTES.task])?.attributes ?? {};
}

describe('a task outside of turns', () => {
  it('records the model, the tokens and the cost of all its calls on its span', async () => {
    const attributes = await spanOf('no JSON', '{"score":4}');
    expect(attributes).toMatchObject({
      [ATTRIBUTES.task]: 'lead_scoring',
      [ATTRIBUTES.provider]: 'openai',
      [ATTRIBUTES.requestModel]: expect.stringContaining('gpt') as string,
      [ATTRIBUTES.inputTokens]: 200,
      [ATTRIBUTES.cachedInputTokens]: 0,
      [ATTRIBUTES.outputTokens]: 20,
      'turnpike.generated_by': expect.stringContaining('gpt') as string,
    });
    expect(attributes[ATTRIBUTES.costUsd]).toBeGreaterThan(0);
  });

  it('records the cost of unreadable answers on its span', async () => {
    expect(await spanOf('no JSON', 'none either')).toMatchObject({
      [ATTRIBUTES.provider]: 'openai',
      [ATTRIBUTES.inputTokens]: 200,
    });
  });
});
