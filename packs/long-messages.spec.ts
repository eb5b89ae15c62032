import { offlineStandIn } from '#offline-model';
import { MAX_READ_CHARACTERS } from '#text';
import { platformTools, ToolRegistry } from '#tools';
import { standInRequest } from '../libs/offline-model/testing/stand-in-request.fixture.ts';
import { workMs } from '../test/harness/work-ms.ts';
import { packs } from './index.ts';
import { offlinePacks } from './offline.ts';

/** How often the reading of an ordinary message of the same length a long one may take. */
const MAX_TIMES_ORDINARY = 8;
/** The longest message that the api accepts. */
const MOST_CHARACTERS = 32_000;
const repeated = (words: string, characters: number) => words.repeat(Math.floor(characters / words.length));
const ORDINARY =
  'We would like to see the flats in Limassol that cost less than €300,000 before 5 May, because my wife works there. ' +
  'نريد شقة قريبة من البحر قبل الصيف، وميزانيتنا ٢٥٠ ألف. ';
/** Readings of a text that are measured together, because the clock of some machines ticks every 4 ms. */
const READINGS = 5;

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

  const read = async (text: string) => {
    pack.cues?.(text.slice(0, MAX_READ_CHARACTERS));
    choice?.({ text, language: 'en' });
    await model.generate(
      standInRequest([{ role: 'user', text }], tools, { pack: name, agent: pack.agents[0]?.name ?? '' }),
    );
  };
  const readingsMs = (words: string, enoughMs: number) => {
    const text = repeated(words, MOST_CHARACTERS);
    // Each reading has a text of its own, because some readers remember what they read.
    const readAll = async (run: number) => {
      for (let at = 0; at < READINGS; at += 1) await read(text.slice(run * READINGS + at));
    };
    return workMs(readAll, enoughMs);
  };
  let mostMs: number;
  beforeAll(async () => {
    mostMs = (await readingsMs(ORDINARY, 0)) * MAX_TIMES_ORDINARY;
  });

  it.each(WORDS)('reads a long message of "%s" as soon as an ordinary one', async (words) => {
    expect(await readingsMs(words, mostMs)).toBeLessThan(mostMs);
  });
});
