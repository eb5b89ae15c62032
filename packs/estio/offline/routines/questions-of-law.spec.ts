import { reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

const LAW = /questions of law|أمور قانونية/;

it.each([
  'can foreigners buy property in Cyprus?',
  'Hi, I have a question: can non-EU citizens own a house in Cyprus',
  'can I buy a flat as a foreigner?',
  'are Lebanese citizens allowed to purchase a villa?',
  'am I allowed to buy a second home?',
  'do I get a residence permit if I buy?',
  'how much are the transfer fees?',
  'do we pay VAT on a new flat?',
  'what taxes are there?',
  'السلام عليكم، عندي سؤال: هل يمكن للأجانب شراء عقار في قبرص؟',
  'هل يحق لي التملك في قبرص؟',
  'كم ضريبة الشراء؟',
  'هل أحصل على الإقامة الدائمة إذا اشتريت؟',
  'هل يمكن لغير المقيمين شراء شقة',
])('%s is for a lawyer', (text) => expect(reply(stepFor(text))).toMatch(LAW));

it.each([
  'can I buy a flat in Paphos under 200k?',
  'I am a foreigner and want to buy a flat in Paphos',
  'do you have villas above 300k for the golden visa?',
  'does prop-0001 come with VAT?',
  'my residency is in Limassol',
  'can I get a mortgage over 20 years on 200k?',
  'is the title deed clean for prop-0001?',
  'هل يمكن شراء شقة في بافوس بحدود 200 ألف؟',
  'هل عندكم شقق للأجانب؟',
  'أنا أجنبي وأريد شراء شقة في لارنكا',
])('%s is not', (text) => expect(reply(stepFor(text)) ?? '').not.toMatch(LAW));
