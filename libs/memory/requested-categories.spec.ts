import { requestedCategories } from './requested-categories.ts';

describe('requested categories', () => {
  it.each([
    ['Has this buyer mentioned any deadline?', ['timeline']],
    ['When does she want to move?', ['timeline']],
    ['Remind me why he turned down the last flat', ['objection', 'motivation']],
    ['Who decides with her?', ['relationship']],
    ['What do we know about her taste in kitchens?', ['preference']],
    ['هل ذكر العميل موعدا نهائيا للشراء؟', ['timeline']],
    ['ماذا يفضل هذا العميل؟', ['preference']],
    ['beach', []],
  ])('%s', (question, categories) => expect(requestedCategories(question)).toEqual(categories));
});
