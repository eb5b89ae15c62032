import { yearsNamed } from './fills.ts';

it.each([
  ['not 2024, 2022', ['2022']],
  ['sales in Yas 2022, not 2024', ['2022']],
  ['2020 instead of 2021', ['2020']],
  ['ليس 2024 بل 2022', ['2022']],
  ['مش ٢٠٢٤، ٢٠٢٢', ['٢٠٢٢']],
  ['not 2024', ['2024']],
  ['why not 2023 and 2024', ['2023', '2024']],
  ['from 2020 to 2024', ['2020', '2024']],
  ['yas 2O23', ['2023']],
])('%s', (text, years) => expect(yearsNamed(text)).toEqual(years));
