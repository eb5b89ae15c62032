import { searchOf } from './turn-search.ts';

it.each([
  [undefined, {}],
  ['', {}],
  ['019ABCDE-0000-7000-8000-0123456789AB', { id: '019abcde-0000-7000-8000-0123456789ab' }],
  ['0af7651916cd43dd8448eb211c80319c', { traceId: '0af7651916cd43dd8448eb211c80319c' }],
  ['near the sea', { like: '%near the sea%' }],
  ['100%_\\', { like: '%100\\%\\_\\\\%' }],
  ['شقة', { like: '%شقة%' }],
])('parses %p', (text, expected) => expect(searchOf(text)).toEqual(expected));
