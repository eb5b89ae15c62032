import { anySpelling, westernDigits } from '#text';
import { type OfflineRoutine } from '#pack-kit';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import type { CataloguePart } from '../../schema/parts/catalogue.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { say } from './wishes.ts';

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
