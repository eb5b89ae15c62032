import type { OfflineRoutine, RoutineCall, RoutineTurn } from '#pack-kit';
import { SEARCH, typeNamed, yearsNamed } from '../../tools/fills.ts';
import type { GeoTool } from '../../tools/geo-tool.ts';
import { getCurrentSupply } from '../../tools/get-current-supply.tool.ts';
import { getTopDistrictsInMunicipality } from '../../tools/get-top-districts-in-municipality.tool.ts';
import { getTotalSalesValue } from '../../tools/get-total-sales-value.tool.ts';
import { getTransactionCount } from '../../tools/get-transaction-count.tool.ts';
import { leftOutOf } from '../../tools/left-out.ts';
import { asksCount, asksSupply, speaksOf } from '../../tools/requests.ts';
import type { TopDistrictsResult } from '../../schema/results.ts';
import { languageOf } from '../../tools/wording.ts';
import { ONLY_SO_MANY, pickedOf } from './picked-entry.ts';
import { callInWords } from './call-in-words.ts';

/** "How many deals in the second one?" after a ranking: the figures of that district. */
export const rankedPlace: OfflineRoutine = (turn) => {
  const last = turn.earlier.findLast(({ tool, result }) => tool !== SEARCH && result?.success);
  if (last?.tool !== getTopDistrictsInMunicipality.name || speaksOf(turn.message.text, 'rental'))
    return undefined;
  const rows = rowsTold(turn, last);
  const picked = pickedOf(turn, rows.length);
  if (picked === undefined) return undefined;
  const district = rows[picked]?.district;
  if (district === undefined) return { reply: ONLY_SO_MANY[languageOf(turn.message)](rows.length) };
  return figuresOf(turn, district, last);
};

/** Those that were left out of the ranking were not told. */
function rowsTold({ said }: RoutineTurn, { result }: RoutineCall): TopDistrictsResult['rows'] {
  const rows = (result?.data as TopDistrictsResult | undefined)?.rows ?? [];
  const asked = said.findLast((text) => speaksOf(text, 'ranking') || leftOutOf(text) !== undefined) ?? '';
  const names = leftOutOf(asked)?.places.flatMap(({ places }) => places.map(({ nameEn }) => nameEn)) ?? [];
  return rows.filter(({ district }) => !names.includes(district));
}

function figuresOf({ message, calls, offered }: RoutineTurn, district: string, ranking: RoutineCall) {
  const { text, normalized } = message;
  const supply = asksSupply(message);
  const tool: GeoTool = supply
    ? getCurrentSupply
    : asksCount(text)
      ? getTransactionCount
      : getTotalSalesValue;
  const made = calls.find((call) => call.tool === tool.name);
  if (made) {
    const reply = callInWords(tool, made, message);
    return reply === undefined ? undefined : { reply };
  }
  if (!offered.includes(tool.name)) return undefined;
  const type = typeNamed(message);
  const given = {
    district,
    ...(!supply && { year: Number(yearsNamed(normalized)[0] ?? ranking.arguments['year']) }),
    ...(type !== undefined && !(supply && type === 'Land') && { property_type: type }),
  };
  return { calls: [{ tool: tool.name, arguments: given }] };
}
