import { cyprus } from '../testing/estio-like.ts';
import { readIntFill, readNumFill } from './counts.ts';
import { readMoneyFill } from './money.ts';
import { findPlaces } from './place.ts';

const bedrooms = ['bedroom', 'bed', 'bedrooms', 'غرفة نوم', 'غرف نوم', 'غرفة', 'غرف'];

describe('numbers of rooms in Arabic', () => {
  it.each([
    ['شقق بغرفتي نوم في بافوس', 2],
    ['شقة فيها غرفتا نوم', 2],
    ['شقة بغرفتين', 2],
    ['شقة بغرفتين نوم', 2],
    ['وغرفتين على الأقل', 2],
    ['غرفتان تكفيان', 2],
    ['ثلاث غرف', 3],
    ['ثلاث غرف نوم', 3],
    ['بثلاث غرف نوم', 3],
    ['بثلاثة غرف', 3],
    ['3 غرف نوم', 3],
    ['٣ غرف نوم', 3],
    ['وأربع غرف', 4],
    ['خمس غرف نوم', 5],
    ['غرف نوم: 4', 4],
    ['غرفة نوم واحدة', 1],
    ['بغرفة واحدة', 1],
    ['شقة بـ 3 غرف', 3],
    ['شقة ب3 غرف', 3],
    ['فيلا ذات 4 غرف نوم', 4],
    ['غرفتي تطل على البحر', undefined],
    ['شقة غرفة نوم', undefined],
  ])('%j has %s', (text, expected) => {
    expect(readIntFill(text, { words: bedrooms })).toBe(expected);
  });

  it.each([
    ['غرفتي نوم على الأقل', 2],
    ['ثلاث غرف فأكثر', 3],
    ['لا تقل عن ثلاث غرف', 3],
    ['3 غرف أو أكثر', 3],
    ['شقة بثلاث غرف', undefined],
  ])('%j has at least %s', (text, expected) => {
    expect(readIntFill(text, { words: bedrooms, bound: 'min' })).toBe(expected);
    if (expected !== undefined)
      expect(readIntFill(text, { words: bedrooms, bound: 'exact' })).toBeUndefined();
  });
});

it.each([
  ['كم كيلو طحين أحتاج لأربعين رغيفا؟', 40],
  ['12 رغيفًا', 12],
  ['خمسة عشر رغيفا', 15],
  ['اثنا عشر رغيفا', 12],
  ['رغيفان', 2],
  ['3 أرغفة', 3],
])('%j counts %s of what stands behind a number as the grammar has it', (text, expected) => {
  expect(readIntFill(text, { words: ['loaves', 'رغيف', 'أرغفة'] })).toBe(expected);
});

it.each([
  ['على 15 عاما', 15],
  ['على خمس عشرة سنة', 15],
  ['على خمسة وعشرين عاما', 25],
  ['على 20 سنة', 20],
])('%j is of %s years', (text, years) => expect(readNumFill(text, { unit: 'years' })).toBe(years));

describe('amounts in Arabic', () => {
  it.each([
    ['بأقل من 400 ألف', undefined, 400_000],
    ['لأقل من 400 ألف يورو', undefined, 400_000],
    ['فأقل من مئتي ألف', undefined, 200_000],
    ['وبأقل من ٢٠٠ ألف', undefined, 200_000],
    ['في حدود 200 ألف', undefined, 200_000],
    ['بحدود ٢٠٠٬٠٠٠ يورو', undefined, 200_000],
    ['ما بين 150 و200 ألف', 150_000, 200_000],
    ['ما بين 150 ألف و 200 ألف', 150_000, 200_000],
    ['بين مئة ألف ومئتي ألف', 100_000, 200_000],
    ['من 100 ألف إلى 150 ألف', 100_000, 150_000],
    ['من 100 ألف حتى 150 ألف', 100_000, 150_000],
    ['حتى 250 ألف', undefined, 250_000],
    ['لغاية 250 ألف', undefined, 250_000],
    ['لا يتجاوز سعرها 250 ألف', undefined, 250_000],
    ['بسعر لا يزيد على 250 ألف', undefined, 250_000],
    ['ما لا يزيد عن 250 ألف', undefined, 250_000],
    ['بسعر أقصاه 250 ألف', undefined, 250_000],
    ['بميزانية 250 ألف', undefined, 250_000],
    ['ميزانيتي القصوى 250 ألف وأحتاج ثلاث غرف نوم', undefined, 250_000],
    ['250 ألف كحد أقصى', undefined, 250_000],
    ['أرخص من 900 يورو شهريا', undefined, 900],
    ['دون 900 يورو', undefined, 900],
    ['بأكثر من مليون', 1_000_000, undefined],
    ['لأكثر من مليون ونصف', 1_500_000, undefined],
    ['ابتداء من 300 ألف', 300_000, undefined],
    ['لا يقل عن 300 ألف', 300_000, undefined],
    ['بأقل من مئتين وخمسين ألف يورو', undefined, 250_000],
    ['حتى ثلاثمئة ألف', undefined, 300_000],
    ['حتى مئة وخمسة وعشرين ألفا', undefined, 125_000],
    ['بين خمسين وستين ألف', 50_000, 60_000],
    ['أقل من 3 مليون ونصف', undefined, 3_500_000],
    ['under half a million', undefined, 500_000],
    ['over a million', 1_000_000, undefined],
    ['half past ten, a thousand thanks', undefined, undefined],
    ['أقل من نصف مليون', undefined, 500_000],
    ['أقل من مليوني يورو', undefined, 2_000_000],
    ['أقل من ألفي يورو شهريا', undefined, 2_000],
    ['أقل من ألف يورو شهريا', undefined, 1_000],
  ])('%j is from %s to %s', (text, min, max) => {
    expect({
      min: readMoneyFill(text, { bound: 'min' }),
      max: readMoneyFill(text, { bound: 'max' }),
    }).toEqual({
      min,
      max,
    });
  });
});

describe('places with what is written onto them', () => {
  it.each([
    ['شقق ببافوس', ['Paphos']],
    ['وببافوس أيضا', ['Paphos']],
    ['وبافوس', ['Paphos']],
    ['وليماسول', ['Limassol']],
    ['لليماسول', ['Limassol']],
    ['بليماسول', ['Limassol']],
    ['من لارنكا', ['Larnaca']],
    ['فبافوس', ['Paphos']],
    ['في كاتو بافوس', ['Kato Paphos']],
    ['بكاتو بافوس', ['Kato Paphos']],
    ['بنيقوسيا ولارنكا', ['Nicosia', 'Larnaca']],
  ])('%j names %j', (text, places) => {
    expect(findPlaces(text, cyprus)).toEqual(places);
  });
});
