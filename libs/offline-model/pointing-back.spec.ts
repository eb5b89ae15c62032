import { placeInList } from './fill/ordinals.ts';
import { readMessage } from './message.ts';
import { pointsBack } from './pointing-back.ts';

it.each([
  ['is there anything in Limassol?', 'refines'],
  ['do you have something in Larnaca?', 'refines'],
  ['anything under 100k?', 'refines'],
  ['وهل يوجد شيء في ليماسول؟', 'refines'],
  ['عندكم شي في بافوس؟', 'refines'],
  ['flats only', 'refines'],
  ['بالشقق فقط', 'refines'],
  ['حد أقصى 500 ألف', 'refines'],
  ['4500 then', 'refines'],
  ['300k max', 'refines'],
  ['طيب 90 ألف', 'refines'],
  ['what else do you have?', 'more'],
  ['anything else?', 'more'],
  ['ماذا لديكم أيضا؟', 'more'],
  ['in Yas instead', 'perhaps'],
  ['and in Paphos?', 'perhaps'],
  ['a villa with three bedrooms and a garden in Paphos by the sea', 'no'],
  ['thanks', 'no'],
  ['what else do you need?', 'no'],
  ['what else should I know?', 'no'],
  ['next week', 'no'],
  ['next to the beach', 'no'],
  ['something to eat', 'no'],
  ['anything to watch?', 'no'],
  ['anything to rent in Paphos?', 'refines'],
  ['something close to the sea', 'refines'],
])('%s points back: %s', (text, how) => expect(pointsBack(readMessage(text))).toBe(how));

it.each([
  ['the second one', 1],
  ['القسط للأولى', 0],
  ['والثانية هل فيها مسبح', 1],
  ['ماذا عن بالثالثة', 2],
  ['the seventh', 6],
  ['number 9', 8],
  ['الساعة الثانية', undefined],
  ['a villa', undefined],
])('%s picks %s', (text, place) => expect(placeInList(readMessage(text).words)).toBe(place));
