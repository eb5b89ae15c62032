import { spoken } from './spoken.ts';

it.each([
  ['One line', 'en', 'One line.'],
  [
    '200 hours a month: $10,000.\nThe workshop equals 1.0 month of that.',
    'en',
    '200 hours a month: $10,000. The workshop equals 1.0 month of that.',
  ],
  [
    'Two fit:\n1. Zayed City (مدينة زايد), Abu Dhabi City\n2. Madinat Zayed, Al Dhafra\nWhich one do you mean?',
    'en',
    'Two fit: Zayed City (مدينة زايد), Abu Dhabi City, Madinat Zayed, Al Dhafra. Which one do you mean?',
  ],
  ['## Needs\n- **Speed** of invoices\n- Fewer errors', 'en', 'Needs: Speed of invoices, Fewer errors.'],
  ['Homes:\n- a\n- b\n- c\n- d\n- e', 'en', 'Homes: a, b, c and 2 more.'],
  ['المناطق:\n- أ\n- ب\n- ج\n- د', 'ar', 'المناطق: أ، ب، ج و1 غيرها.'],
  ['Our intake, in 4 steps:\n```mermaid\nflowchart TD\n  a --> b\n```', 'en', 'Our intake, in 4 steps.'],
  ['See [the act](https://law.example/act) for it.', 'en', 'See the act for it.'],
  [
    'You can book here: https://book.example/a.b?c=d\nI have not booked anything.',
    'en',
    'You can book here: https://book.example/a.b?c=d. I have not booked anything.',
  ],
  ['One. Two. Three. Four. Five?', 'en', 'One. Two. Five?'],
  ['One. Two. Three. Four.', 'en', 'One. Two. Three.'],
])('%j is said as it is spoken', (text, language, said) => {
  expect(spoken(text, language)).toBe(said);
});
