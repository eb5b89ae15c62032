import { hourlyRateIn, lostHoursIn } from './lost-hours.ts';

describe('who loses how many hours', () => {
  it.each<[string, number | undefined, number | undefined]>([
    ['We are an agency with 12 people. Five of them each lose 10 hours a week on reports.', 5, 10],
    ['Our team has 9 people, three of us waste 4 hours a day each on tickets', 3, 20],
    ['Eight of us lose six hours weekly copying invoices', 8, 6],
    ['We have 5 people who each lose 10 hours a week on manual data entry', 5, 10],
    ['3 people, 15 hours a week each on support mails', 3, 15],
    ['5 people waste 10 hours a week on reports', 5, 10],
    ['twenty-five clerks lose two and a half hours a week on forms', 25, 2.5],
    ['a dozen accountants spend half an hour a day typing', 12, 2.5],
    ['both of us lose an hour a day on it', 2, 5],
    ['I lose 6 hours a week on invoices', 1, 6],
    ['I lose 2 hours each day on invoices', 1, 10],
    ['our accountants (three of them) spend an entire day every week on invoices', 3, 8],
    ['3 clerks spend two days a week on filing', 3, 16],
    ['4 nurses spend half the day on forms', 4, 20],
    ['ثلاث موظفات يقضين نصف اليوم في الرد', 3, 20],
    ['خمسة موظفين يضيعون يوما كاملا أسبوعيا', 5, 8],
    ['a two-day workshop for 5 people', 5, undefined],
    ['my colleague and I waste 3 hours a week each', 2, 3],
    ['4 nurses spend 90 minutes a day on forms', 4, 7.5],
    ['10 people 6 hours a week 45 dollars an hour', 10, 6],
    ['We lose 10 hours a week per person on manual data entry, 5 people', 5, 10],
    ['شخصان يضيعان 6 ساعات أسبوعيا في إدخال الفواتير', 2, 6],
    ['موظفتان تقضيان 8 ساعات أسبوعيا في الفرز', 2, 8],
    ['لدينا 12 موظفا، خمسة منهم يضيعون 10 ساعات أسبوعيا', 5, 10],
    ['خمسة موظفين يضيعون 10 ساعات أسبوعيا في إدخال البيانات', 5, 10],
    ['خمسة عشر محاسبا يقضون ساعتين يوميا في الفواتير', 15, 10],
    ['ثلاثة من موظفينا يضيعون أربع ساعات أسبوعيا', 3, 4],
    ['خمسة وعشرون موظفا يخسر كل منهم نصف ساعة يوميا', 25, 2.5],
    ['كم نخسر إذا ضاع 8 ساعات أسبوعيا لكل من 12 موظف بتكلفة 40 دولار للساعة؟', 12, 8],
    ['أضيع 5 ساعات أسبوعيا في البريد', 1, 5],
    ['we lose 10 hours a week on reports', undefined, 10],
    ['We lose 45 minutes a day per person on invoices, 8 people', 8, 3.75],
    ['8 people lose 45 minutes per person a day on invoices', 8, 3.75],
    ['we waste 300 hours a quarter on reporting', undefined, 25],
    ['نضيع 45 دقيقة لكل شخص يوميا ونحن 8 أشخاص', 8, 3.75],
    ['نضيع 300 ساعة كل ربع سنة في التقارير', undefined, 25],
    ['نضيع ربع ساعة يوميا في البريد', undefined, 1.25],
    ['لكل واحد منا', undefined, undefined],
    ['each one of us', undefined, undefined],
    ['we pay 30 dollars an hour', undefined, undefined],
    ['we are a law firm', undefined, undefined],
  ])('%s', (text, people, hoursPerWeek) => {
    expect(lostHoursIn(text)).toEqual({
      ...(people !== undefined && { people }),
      ...(hoursPerWeek !== undefined && { hoursPerWeek }),
    });
  });
});

describe('hours that a team loses together are shared out', () => {
  it.each([
    ['نحن فريق من 12 موظفا ونضيع 15 ساعة أسبوعيا في التقارير', 12, 15],
    ['We are 12 people and lose 15 hours a week on reports', 12, 15],
    ['We are a team of 6, we spend 30 hours a month on filing', 6, 7.5],
    ['Our team of 4 loses 10 hours a week on reports', 4, 10],
    ['5 people lose 20 hours a week in total', 5, 20],
    ['The five of us together waste 25 hours a week', 5, 25],
    ['4 clerks lose 12 hours a week between them', 4, 12],
    ['فريقنا من 8 أشخاص يضيع 16 ساعة أسبوعيا', 8, 16],
    ['خمسة موظفين يخسرون 20 ساعة أسبوعيا بالمجموع', 5, 20],
    ['خمسة وعشرون موظفا، وإدخال الفواتير يستهلك 50 ساعة أسبوعيا', 25, 50],
    ['12 clerks, 100 hours a week on filing', 12, 100],
    ['لدينا 10 محاسبين ونقضي 40 ساعة أسبوعيا في الفواتير', 10, 40],
  ])('%s', (text, people, together) => {
    expect(lostHoursIn(text)).toEqual({ people, together, hoursPerWeek: together / people });
  });
});

describe('what an hour costs', () => {
  it.each([
    ['we pay 30 dollars an hour', 30],
    ['at $45.50 per hour', 45.5],
    ['$30/h', 30],
    ['an hour costs us 35 dollars', 35],
    ['our hourly rate is 40', 40],
    ['the hour is at thirty dollars', 30],
    ['our people cost 28 an hour', 28],
    ['الساعة بـ 25 دولارا', 25],
    ['سعر الساعة 25 دولارا', 25],
    ['ساعة المحامي بـ 60 دولارا', 60],
    ['تكلفة الساعة عندنا 40', 40],
    ['بتكلفة 40 دولار للساعة', 40],
    ['ندفع ثلاثين دولارا في الساعة', 30],
    ['ساعة العمل تكلفنا 20 دولارا', 20],
    ['we pay 30 euros an hour', 30, 'EUR'],
    ['an hour costs us €40', 40, 'EUR'],
    ['and at 35 euro an hour?', 35, 'EUR'],
    ['£25/h', 25, 'GBP'],
    ['100 dirhams per hour', 100, 'AED'],
    ['الساعة بـ 90 درهما', 90, 'AED'],
    ['والساعة بـ 60 درهما', 60, 'AED'],
    ['وتكلفة الساعة 35 يورو', 35, 'EUR'],
    ['ندفع 30 يورو في الساعة', 30, 'EUR'],
    ['we pay 3000 yen an hour', undefined],
    ['we lose 10 hours a week', undefined],
    ['10 people lose an hour each of 5 days', undefined],
    ['نضيع 10 ساعات أسبوعيا', undefined],
    ['يضيعون ساعة 5 مرات', undefined],
    ['نتحدث الساعة 3 مساء', undefined],
    ['an hour at 3pm', undefined],
  ])('%s', (...[text, rate, currency]: (string | number | undefined)[]) => {
    const told = hourlyRateIn(String(text));
    expect([told?.rate, told?.currency]).toEqual([rate, currency]);
  });
});
