import { categoryByCues } from './insight-cues.ts';

describe('the category of a statement by its cue words', () => {
  it.each([
    ['Needs a separate home office', 'preference'],
    ['She enjoys a view of the sea', 'preference'],
    ['He has to move before September', 'timeline'],
    ['Moves in May', 'timeline'],
    ['She may like the balcony', 'preference'],
    ['It is too expensive for us honestly', 'objection'],
    ['Worried because the road is loud', 'objection'],
    ['Relocating for work', 'motivation'],
    ['The brother makes the decision', 'relationship'],
    ['Her husband likes quiet streets', 'relationship'],
    ['Likes quiet streets', 'preference'],
    ['العميل يفضل الطابق الأرضي', 'preference'],
    ['سينتقل بسبب مدارس الأولاد', 'motivation'],
    ['يريد الشراء قبل الصيف', 'timeline'],
    ['السعر غالي جدا', 'objection'],
    ['زوجته تقرر', 'relationship'],
  ])('%s: %s', (text, category) => expect(categoryByCues(text)).toBe(category));
});
