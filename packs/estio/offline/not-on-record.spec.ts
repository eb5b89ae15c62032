import { asksWhatIsNotRecorded, notOnRecord } from './not-on-record.ts';

describe('what no listing has on record', () => {
  it.each([
    ['هل يسمح بالقطط؟', 'السماح بالحيوانات'],
    ['هل يسمح بكلب أو قط؟', 'السماح بالحيوانات'],
    ['في أي طابق الشقة؟', 'الطابق'],
    ['do they take cats?', 'whether pets may come'],
  ])('%s is asked of it', (text, name) => {
    expect(notOnRecord(text, /[a-z]/.test(text) ? 'en' : 'ar')).toContain(name);
  });

  it.each(['ثلاث غرف فقط', 'قطعة أرض في بافوس', 'هل هو مطابق للصور؟', 'the category of the house'])(
    '%s is not',
    (text) => {
      expect(asksWhatIsNotRecorded(text)).toBe(false);
    },
  );
});
