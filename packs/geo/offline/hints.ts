import type { Fill, OfflineMessage, OfflineToolHints } from '#pack-kit';
import { HOME_TYPES, SALE_TYPES, SEARCH } from '../tools/arguments.ts';
import { YEARS } from '../years.ts';
import { failure } from './failure.ts';
import { placesWritten } from './places.ts';
import { toolFor } from './choose-tool.ts';

/** True for a message that names one place itself: a question never takes the place from an earlier message. */
const namesOne = ({ text }: OfflineMessage) => placesWritten(text).length === 1;
/** A community or project stands for its district; a municipality for none. */
export const districtFill: Fill = { from: 'prev', tool: SEARCH, path: 'best.district_en', when: namesOne };
export const municipalityFill: Fill = {
  from: 'prev',
  tool: SEARCH,
  path: 'best.municipality_en',
  when: namesOne,
};
/** The latest year, if the message names none. */
export const yearFill: Fill = { from: 'first', of: [{ from: 'year' }, { from: 'const', value: YEARS.to }] };
export const saleTypeFill: Fill = { from: 'enum', values: SALE_TYPES };
export const homeTypeFill: Fill = { from: 'enum', values: HOME_TYPES };

/** Hints of a tool that is called only for messages that it certainly serves, after the search for the place. */
export function hintsFor(
  tool: string,
  hints: Omit<OfflineToolHints, 'applies' | 'chain' | 'failure'>,
): Record<string, OfflineToolHints> {
  return {
    [tool]: {
      ...hints,
      chain: { before: [SEARCH] },
      applies: (message) => toolFor(message) === tool,
      failure,
    },
  };
}
