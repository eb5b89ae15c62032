import { routineTurn } from '../../../test/harness/routine-turn.ts';
import { thanks } from './whom-to-reach.ts';

const said = (day: string) => thanks(routineTurn('next tuesday', { agent: 'discovery' }), { day });

it.each([
  ['next tuesday', 'I have noted next Tuesday.'],
  ['on Thursday', 'I have noted on Thursday.'],
  ['tomorrow', 'I have noted tomorrow.'],
])('%s is noted as days are written', (day, words) => expect(said(day)).toContain(words));
