import type { OfflineMessage, OfflineRoutine } from '#pack-kit';
import { normalizedWords } from '#text';
import { findPlaces } from '../../schema/places/find-places.ts';
import { SEARCH, typeNamed, withoutYears, yearsNamed } from '../../tools/fills.ts';
import type { GeoTool } from '../../tools/geo-tool.ts';
import { getTotalSalesValue } from '../../tools/get-total-sales-value.tool.ts';
import { getTransactionCount } from '../../tools/get-transaction-count.tool.ts';
import { asksCount, asksSupply, namesAmount } from '../../tools/requests.ts';
import { callInWords } from './call-in-words.ts';

const OF_A_DISTRICT: readonly GeoTool[] = [getTotalSalesValue, getTransactionCount];
const MEASURES =
  /\b(?:number|how many|count|deals?|transactions?|value|worth|total|average|mean|price|sum)\b|(?:^| )[وب]*(?:ال)?(?:عدد|كم|صفقات|صفقه|معاملات|معامله|قيمه|اجمالي|متوسط|سعر|مجموع)(?: |$)/;
/** What may stand around what is measured. */
const AROUND = new Set(
  normalizedWords(
    `and so ok okay please now then what how about many much is are was were did the a an of in for by there it them that those its their they
     number numbers count deals deal transactions transaction sales sale value worth total average mean price prices sum sold all
     و في على كم ما هو هي كان كانت بلغ بلغت هناك فيها طيب من فضلك عن ماذا
     عدد صفقات صفقة معاملات معاملة مبيعات المبيعات البيع قيمة إجمالي متوسط سعر الأسعار مجموع الثمن`,
  ),
);

/** "And the number of deals?", "وعدد الصفقات؟": of the district, the year and the kind that were told last. */
export const anotherMeasure: OfflineRoutine = ({ message, calls, lastCalls, offered }) => {
  if (!asksForMeasure(message)) return undefined;
  const [last, ...others] = lastCalls.filter(({ tool, result }) => tool !== SEARCH && result?.success);
  if (!last || others.length > 0 || !OF_A_DISTRICT.some(({ name }) => name === last.tool)) return undefined;
  const tool: GeoTool = asksCount(message.text) ? getTransactionCount : getTotalSalesValue;
  const made = calls.find(({ tool: name }) => name === tool.name);
  if (made) {
    const reply = callInWords(tool, made, message);
    return reply === undefined ? undefined : { reply };
  }
  if (calls.length > 0 || !offered.includes(tool.name)) return undefined;
  const [year] = yearsNamed(message.normalized);
  const type = typeNamed(message);
  return {
    calls: [
      {
        tool: tool.name,
        arguments: {
          ...last.arguments,
          ...(year !== undefined && { year: Number(year) }),
          ...(type !== undefined && { property_type: type }),
        },
      },
    ],
  };
};

function asksForMeasure(message: OfflineMessage): boolean {
  const { text, normalized } = message;
  if (!MEASURES.test(normalized) || findPlaces(text).length > 0) return false;
  if (asksSupply(message) || namesAmount(text)) return false;
  return normalizedWords(withoutYears(text)).every(
    (word) => isAround(word) || typeNamed({ text: word }) !== undefined,
  );
}

function isAround(word: string): boolean {
  return [word, word.replace(/^[وب]/, ''), word.replace(/^[وب]?ال/, '')].some((form) => AROUND.has(form));
}
