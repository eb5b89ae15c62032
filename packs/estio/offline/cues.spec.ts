import { cuesOf } from './cues.ts';

const boosted = (text: string) => cuesOf(text).flatMap(({ boosts }) => Object.keys(boosts));

it.each([
  ['flats in Limassol or Larnaca under 170k', ['search_properties']],
  ['شقق في بافوس أو لارنكا', ['search_properties']],
  ['anything in Coral Bay?', ['search_properties']],
  ['2 please', ['schedule_viewing']],
  ['الثاني', ['schedule_viewing']],
  ['can I see it on Thursday?', ['check_calendar']],
  ['هل يمكنني معاينتها يوم الخميس؟', ['check_calendar']],
  ['compare prices in Paphos and Larnaca', ['search_properties', 'analyze_market_trends']],
  ['monthly instalment on 250k', []],
  ['I like the villa with the sea view, can you send me details of it?', ['search_properties']],
  ['thanks a lot', []],
])('%s', (text, tools) => expect(boosted(text)).toEqual(tools));
