import { isAcknowledgement } from './acknowledgement.ts';

it.each(
  (
    'Hmm, all right then | right | Okay. | ok ok, well then | Yes, sure! | mhm… uh | ' +
    'fine, go ahead | طيب | تمام، حسنًا | أوكي، ماشي | نعم بالتأكيد'
  ).split(' | '),
)('%s is an acknowledgement', (text) => expect(isAcknowledgement(text)).toBe(true));

it.each(
  (
    'Price of Apple shares right now? | well, what about a meeting? | ok, book it | the right side | ' +
    'Xyzzy | the second one | طيب احجز | أوكي الثانية | 👍 | '
  ).split(' | '),
)('%s is not an acknowledgement', (text) => expect(isAcknowledgement(text)).toBe(false));
