import { hasSimilarSpelling } from './similar-spelling.ts';

it.each([
  ['email', 'Wants an e-mail first', true],
  ['e-mail', 'Wants an email first', true],
  ['seaview', 'Likes a sea view', true],
  ['sea view', 'Likes the seaview', true],
  ['town house', 'Looks at townhouses', true],
  ['townhouse', 'Wants a town house', true],
  ['mold', 'Is afraid of mould', true],
  ['mould', 'Is afraid of mold', true],
  ['stiars', 'Cannot climb stairs', true],
  ['blacony', 'Wants a balcony', true],
  ['kithcen', 'Hates an open kitchen', true],
  ['gaarge', 'Needs a garage', true],
  ['gardin', 'Loves the garden', true],
  ['iceland', 'Wants an island', false],
  ['house', 'Has a horse', false],
  ['xqzzv', 'Wants an e-mail, a sea view and a town house', false],
  ['flibbertigibbet', 'Cannot climb stairs to the flat', false],
])('%j is spelled as in %j: %s', (question, text, expected) => {
  expect(hasSimilarSpelling(question)(text)).toBe(expected);
});
