import { cuesOf } from './cues.ts';

const cues = (text: string) => cuesOf(text).map(({ cue }) => cue);

it.each([
  ['Sales on Al Reem Island in 2023', ['year']],
  ['مبيعات جزيرة الريم ٢٠٢٣', ['year']],
  ['2 bedroom in Khalifa City up to 120000', ['amount']],
  ['2 bedroom in Khalifa City up to 82,050', ['amount']],
  ['غرفتان في مدينة خليفة حتى ١٢٠٠٠٠', ['amount']],
  ['2 bedroom to rent up to 195000 in 2024', ['year', 'rent', 'amount']],
])('%s', (text, expected) => expect(cues(text)).toEqual(expected));
