import { offlineStandIn } from '#offline-model';
import { MAX_READ_CHARACTERS } from '#text';
import { platformTools, ToolRegistry } from '#tools';
import { standInRequest } from '../libs/offline-model/testing/stand-in-request.fixture.ts';
import { workMs } from '../test/harness/work-ms.ts';
import { readProfile } from './consult/agents/lead-profile.ts';
import { packs } from './index.ts';
import { offlinePacks } from './offline.ts';

/** A quadratic reader takes less on the part of a message that is read, and a worse one takes far more. */
const MAX_WORK_MS = 2_000;
/** The longest message that the api accepts. */
const MOST_CHARACTERS = 32_000;
const repeated = (words: string, characters: number) => words.repeat(Math.floor(characters / words.length));

/** Each begins, over and over, a phrase that a pattern looks for, and never comes to its end. */
const WORDS = (
  'أرسل|send to a |love see |want to see the |which where |are a |a |show me |أرى |تحدث|ما |' +
  'وال|و ب |ب |1|1 dollars |3 hours a week |can it run on |هل يعمل |x|\u0300|\u0316\u0300'
).split('|');

const registry = new ToolRegistry(packs, platformTools);
const { model, rules } = offlineStandIn(registry, offlinePacks);

describe.each(packs.map((pack) => [pack.name, pack] as const))('%s', (name, pack) => {
  const choice = rules?.(pack.agentChoice ?? '');
  const tools = pack.tools.flatMap((tool) => {
    const registered = registry.effective(null).tool(tool.name);
    return registered
      ? [{ name: tool.name, description: tool.description, parameters: registered.parameters }]
      : [];
  });

  it.each(WORDS)('reads a long message of "%s" soon', async (words) => {
    const text = repeated(words, MOST_CHARACTERS);
    const read = async () => {
      pack.cues?.(repeated(words, MAX_READ_CHARACTERS));
      choice?.({ text, language: 'en' });
      await model.generate(
        standInRequest([{ role: 'user', text }], tools, { pack: name, agent: pack.agents[0]?.name ?? '' }),
      );
    };
    expect(await workMs(read, MAX_WORK_MS)).toBeLessThan(MAX_WORK_MS);
  });
});

it.each(WORDS)('reads who somebody is from a long message of "%s" soon', async (words) => {
  const text = repeated(words, MAX_READ_CHARACTERS);
  expect(await workMs(() => readProfile(text), MAX_WORK_MS)).toBeLessThan(MAX_WORK_MS);
});
