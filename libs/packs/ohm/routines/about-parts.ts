import { anySpelling, westernDigits, type OfflineRoutine } from '#tools';
import type { Bom } from '../artifacts/bom.kind.ts';
import { nameIn } from '../parts/arabic-names.ts';
import type { CataloguePart } from '../parts/catalogue.ts';
import { partsNamedIn } from '../parts/find-parts.ts';
import { partsFor } from '../rules/parts-list.ts';
import { flowRoutine } from './flow.ts';
import { say } from './wishes.ts';

const ASKS_NEED = anySpelling(
  /\b(?:do|does|will|would) (?:i|we|it|the \w+) (?:really |still )?(?:need|require)\b|(?<!\p{L})هل (?:أحتاج|نحتاج|يحتاج|يلزم\p{L}*|لازم)/iu,
);

/** What "for" leads to is not what is needed: a resistor for the LED, a permit for the pump. */
const FOR_WHAT =
  /\b(?:for|to|because|if|when|with|in|on|at)\b|(?<!\p{L})(?:لل\p{L}+|مع|إذا|اذا|من أجل|في)(?!\p{L})/iu;

/** The parts of which a message asks whether they are needed. */
function partsNeeded(text: string): CataloguePart[] {
  const found = ASKS_NEED.exec(text);
  const behind = found ? text.slice(found.index + found[0].length) : '';
  return partsNamedIn(behind.split(FOR_WHAT)[0] ?? '');
}

/** "Do I need a step up converter?": whether the parts list has it, or what is in the list cannot do without it. */
export const askedWhetherNeeded = flowRoutine({
  agents: ['bomGenerator', 'conversational'],
  wanted: ({ message, artifacts }) => 'bom' in artifacts && partsNeeded(message.text).length > 0,
  reads: () => ['bom'],
  work: ({ turn, read }) => {
    const { language, text } = turn.message;
    const { components = [] } = (read.bom?.content ?? {}) as Partial<Bom>;
    const needed = partsFor([components.map(({ name }) => name).join('\n')]).map(({ id }) => id);
    return partsNeeded(text)
      .map((part) => {
        const name = nameIn(language, part);
        if (components.some(({ id }) => id === part.id))
          return needed.includes(part.id)
            ? say(
                turn,
                `Yes, and ${name} is in the parts list already.`,
                `نعم، و${name} في قائمة القطع بالفعل.`,
              )
            : say(turn, `${name} is in the parts list.`, `${name} في قائمة القطع.`);
        return needed.includes(part.id)
          ? say(
              turn,
              `Yes: the parts of your list need ${name}. Say “add it”, or name it, and I put it in.`,
              `نعم: قطع قائمتك تحتاج إلى ${name}. اكتب «أضف ${name}» فأضيفها.`,
            )
          : say(
              turn,
              `Not for what is in the list: it works without ${name}. Say so if you want it all the same.`,
              `لا يلزم لما في القائمة: تعمل القطع دون ${name}. قل ذلك إن أردت إضافته.`,
            );
      })
      .join('\n');
  },
});

const ASKS_FACTS = anySpelling(
  /\b(?:volts?|voltage|\d+(?:\.\d+)?\s?v|current(?= (?:draw|consumption|rating|limit|do|does|of|can|is|will|in)\b|\s*[?.!]|$)|amps?|milliamps?|ma|i2c address|(?:what|which) (?:is the )?address (?:does|has|is|of)|logic level|(?<!user )interface)\b|(?<!\p{L})(?:فولت|جهد|الجهد|تيار|التيار|أمبير|عنوان)(?!\p{L})/iu,
);
const QUESTION = anySpelling(
  /[?؟]|^\s*(?:what|which|how|is|does|can|will)\b|(?<!\p{L})(?:كم|ما|هل)(?!\p{L})/iu,
);
const VOLTS = /(?<!\d)(\d+(?:\.\d+)?)\s?(?:v|volts?|فولت)(?!\p{L})/iu;

/** "Is 12 V ok for the pump?": what the catalogue knows of a part. */
export const tellPartFacts: OfflineRoutine = (turn) => {
  const { text, language } = turn.message;
  if (!QUESTION.test(text) || !ASKS_FACTS.test(text)) return undefined;
  const [part, ...others] = partsNamedIn(text).filter(({ category }) => category !== 'mcu');
  if (!part || others.length > 0 || !part.supply) return undefined;
  const volts = Number(VOLTS.exec(westernDigits(text))?.[1] ?? Number.NaN);
  return { reply: [...verdict(volts, part), factsOf(part)].join(' ') };

  function verdict(given: number, { supply, name }: CataloguePart): string[] {
    if (!supply || Number.isNaN(given) || name.includes(`${given} V`)) return [];
    if (given > supply.max)
      return [say(turn, `No, ${given} V is too much.`, `لا، ${given} فولت أعلى مما تتحمل.`)];
    return given < supply.min
      ? [say(turn, `No, ${given} V is too little.`, `لا، ${given} فولت أقل مما تحتاج.`)]
      : [say(turn, `Yes, ${given} V is fine.`, `نعم، ${given} فولت مناسب.`)];
  }

  function factsOf(one: CataloguePart): string {
    const { min = 0, max = 0 } = one.supply ?? {};
    const range = min === max ? `${min}` : say(turn, `${min} to ${max}`, `${min} إلى ${max}`);
    const most = one.currentMa?.max;
    const name = nameIn(language, one);
    const gives = one.category === 'power' && most !== undefined;
    return (
      [
        say(
          turn,
          `${name} ${gives ? 'gives' : 'takes'} ${range} V`,
          `${name}: ${gives ? 'يعطي' : 'يحتاج'} ${range} فولت`,
        ),
        ...(most === undefined ? [] : [say(turn, `at most ${most} mA`, `و${most} ملي أمبير على الأكثر`)]),
        ...(one.i2cAddress === undefined
          ? []
          : [say(turn, `I2C address ${one.i2cAddress}`, `وعنوان I2C هو ${one.i2cAddress}`)]),
      ].join(say(turn, ', ', '، ')) + '.'
    );
  }
};
