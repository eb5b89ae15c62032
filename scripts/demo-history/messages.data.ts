// What people write in the demo history: conversations in the words of the packs' scenarios, and others in their manner.
// {area}, {price} and the like are filled in by the story, so that no two conversations read the same.

/** A conversation: what is said, one message after another. */
export interface Talk {
  lang: 'en' | 'ar';
  say: readonly string[];
  /** Handle of the member of staff who writes about a contact; without one the contact writes. */
  staff?: string;
  /** `chat` when absent. */
  channel?: 'voice' | 'whatsapp' | 'web';
  /** How often it comes up beside the others; 1 when absent. */
  weight?: number;
}

const estio: Talk[] = [
  {
    lang: 'en',
    weight: 3,
    say: [
      'Find {rooms} bedroom apartments in {area} under {price} near the sea',
      'something cheaper',
      'What would the monthly instalment be on {amount} with 30% down over 25 years at 4%?',
    ],
  },
  {
    lang: 'en',
    weight: 2,
    channel: 'web',
    say: [
      'Flats in {area} under {price}',
      'My budget is up to {price}, {rooms} bedrooms, {area}',
      'Book a viewing of {property} tomorrow at 10:30',
    ],
  },
  {
    lang: 'en',
    weight: 2,
    channel: 'whatsapp',
    say: [
      'Villa in {area} for sale below {price}',
      'It is too expensive for us honestly',
      'Can we get a discount on the price?',
    ],
  },
  {
    lang: 'en',
    say: [
      '{rooms} bedroom rentals in {area} up to 1,200 a month',
      'Remember that I can only come on Wednesdays',
      'can I talk to a human',
    ],
  },
  {
    lang: 'en',
    channel: 'voice',
    say: [
      'Any flats in {area} below {price}, close to the beach?',
      'yes',
      'How does the market look there at the moment?',
    ],
  },
  {
    lang: 'en',
    weight: 2,
    staff: 'agent-01',
    say: [
      'Analyse the market trend of flats in {area}',
      'I need a comparison report on {property} for the owner',
      'Log that I rang him and got no answer',
    ],
  },
  {
    lang: 'en',
    staff: 'agent-02',
    say: [
      'What is still missing for the contract of deal-003?',
      'And for deal-001?',
      'Prepare the sale agreement for deal-001',
    ],
  },
  {
    lang: 'en',
    weight: 2,
    staff: 'agent-01',
    say: [
      '{rooms} bedroom flats in {area} up to {price}',
      'Write back to them about those flats',
      'Log that they liked the second one',
    ],
  },
  {
    lang: 'en',
    staff: 'agent-03',
    say: [
      'When are Maria and Andreas both free on Wednesday afternoon?',
      'Book a viewing of {property} with Maria on Wednesday at 12:30',
    ],
  },
  { lang: 'en', staff: 'agent-02', say: ['Open a deal on {property}', 'Mail them anything new that fits'] },
  {
    lang: 'en',
    staff: 'agent-02',
    say: ['Offer {amount} on deal-002', 'Remember that the seller wants to close before summer'],
  },
  {
    lang: 'en',
    say: ['Could you please add support for WhatsApp?', 'How many conversations did we have this month?'],
  },
  {
    lang: 'en',
    say: ['Could you please add a way to pay the deposit online?', 'Flats in {area} under {price}'],
  },
  {
    lang: 'en',
    say: ['Can you order a taxi to the viewing for me?', 'Then book me a hotel in {area} for the weekend'],
  },
  {
    lang: 'en',
    channel: 'web',
    say: ['Do you do home insurance as well?', 'I need the contract papers as PDF', 'deal-003'],
  },
  {
    lang: 'ar',
    weight: 3,
    channel: 'whatsapp',
    say: [
      'ابحث عن شقة للبيع في {areaAr} بأقل من {priceAr} ألف وبغرفتين',
      'هل يوجد أرخص من ذلك؟',
      'كم القسط الشهري لشقة بسعر {priceAr} ألف؟',
    ],
  },
  {
    lang: 'ar',
    weight: 2,
    say: [
      'ميزانيتي القصوى {priceAr} ألف وأحتاج ثلاث غرف نوم',
      'أفضل {areaAr}',
      'أود التحدث إلى موظف من المكتب',
    ],
  },
  {
    lang: 'ar',
    staff: 'agent-03',
    say: ['ماذا ينقص عقد الصفقة deal-003؟', 'سجل أن العميل يفضل الطابق الأرضي'],
  },
];

const consult: Talk[] = [
  {
    lang: 'en',
    weight: 3,
    channel: 'web',
    say: [
      'How do I fix hallucinations in our support bot?',
      'We have {people} people who each lose 10 hours a week on manual data entry',
      'Implementation costs {cost} and saves 1,200 hours a year, what is the ROI?',
      "I'd like to book a workshop",
    ],
  },
  {
    lang: 'en',
    weight: 2,
    say: [
      'Hello',
      'My CFO says there is no budget for the workshop, help me',
      'Put together an offer for us',
    ],
  },
  {
    lang: 'en',
    say: [
      'Have you done this for a media company?',
      '{people} developers and 1 product manager',
      'Give me a written recap of our talk',
    ],
  },
  {
    lang: 'en',
    weight: 2,
    say: [
      'We need to speed up our invoices. I will send you the sample invoices by Friday.',
      'List the to-dos',
      'Draft a casual mail to the team',
    ],
  },
  {
    lang: 'en',
    channel: 'voice',
    say: [
      'What is the weather in Oslo today?',
      'Where is NVDA trading?',
      'Are other retailers ahead of us with AI?',
    ],
  },
  {
    lang: 'en',
    say: [
      'Map our intake: mail comes in, then triage, then draft, then approval',
      'Which fintech startups are based in Tallinn?',
    ],
  },
  {
    lang: 'en',
    channel: 'web',
    say: ['Our site is https://www.example.com what do you see?', 'How would you begin with us?'],
  },
  {
    lang: 'en',
    staff: 'consultant',
    say: ['How many leads came in this week?', 'Which case study fits a hospital?'],
  },
  { lang: 'en', say: ['Could you please add support for Microsoft Teams?', 'Hello'] },
  {
    lang: 'en',
    say: [
      'Translate our handbook into Finnish and send it to the printer',
      'Can you join our stand-up call every morning?',
    ],
  },
  {
    lang: 'ar',
    weight: 2,
    say: [
      'كيف نمنع روبوت الدعم من اختلاق الإجابات؟',
      'خمسة موظفين يضيعون 10 ساعات أسبوعيا في إدخال البيانات',
      'أريد حجز موعد للاستشارة',
    ],
  },
  {
    lang: 'ar',
    say: [
      'مشكلتنا هي بطء معالجة الفواتير. سأرسل لكم عينة من الفواتير يوم الأحد.',
      'يجب أن نحدد موعدا لاجتماع قادم.',
      'لخص لي حديثنا',
    ],
  },
  { lang: 'ar', staff: 'assistant-01', say: ['أعطني إحصاءات العملاء المحتملين لهذا الأسبوع'] },
];

const geo: Talk[] = [
  {
    lang: 'en',
    weight: 3,
    say: ['How many deals were there on Yas Island in {year}?', 'What about Saadiyat?', 'And in 2021?'],
  },
  {
    lang: 'en',
    weight: 2,
    say: ['Yas versus Saadiyat: who sold more in {year}?', 'Top 3 districts of Abu Dhabi City in {year}'],
  },
  {
    lang: 'en',
    weight: 2,
    channel: 'web',
    say: [
      '{rooms} bedroom to rent in Khaleefa City up to 80,000 a year',
      'Studios to rent in Al Ain up to 21,000 a year',
    ],
  },
  {
    lang: 'en',
    say: [
      'How many homes exist in Masdar City now?',
      'Which communities are in Bani Yas?',
      'Name all the districts you have in Abu Dhabi',
    ],
  },
  {
    lang: 'en',
    say: [
      'I have 2 million, which villa can I buy on Yas?',
      'Which prices will Yas Island have next year, and should I invest there?',
    ],
  },
  {
    lang: 'en',
    channel: 'voice',
    say: ['How did Al Ain do overall in {year}?', 'What was sold on Sadiyat in {year}, in dirhams?'],
  },
  {
    lang: 'en',
    say: ['Total sales in Dubai Marina {year}', 'Total sales value in Yaz Island {year}', 'yes'],
  },
  {
    lang: 'en',
    staff: 'analyst-02',
    say: [
      'Transactions in Yas Island in 2019',
      'Draw me a map of all these places',
      'Send the table to our bank',
    ],
  },
  {
    lang: 'ar',
    weight: 3,
    say: ['كم معاملة بيع جرت في جزيرة ياس خلال ٢٠٢٣؟', 'قارن المبيعات بين الريم والسعديات في 2022'],
  },
  {
    lang: 'ar',
    weight: 2,
    channel: 'whatsapp',
    say: ['المعروض السكني الحالي في مدينة مصدر', 'ما المجتمعات السكنية في بني ياس؟'],
  },
  {
    lang: 'ar',
    say: [
      'استوديو للإيجار في هيلي أقل من 1000 شهريا',
      'أعلى ثلاث مناطق مبيعا في العين 2022',
      'كم منطقة في الظفرة؟',
    ],
  },
];

const ohm: Talk[] = [
  {
    lang: 'en',
    weight: 3,
    say: [
      'My plan is a {gadget} based on an ESP32',
      'Put together the parts list',
      'How do I wire it?',
      'Write the firmware',
      'Thanks!',
    ],
  },
  {
    lang: 'en',
    weight: 2,
    say: [
      'My plan is a {gadget} based on a Pico',
      'Put together the parts list',
      'Can we keep it under 12 dollars?',
      'Add an OLED display to the parts list',
    ],
  },
  {
    lang: 'en',
    channel: 'web',
    say: ['I want to build a {gadget}', 'What is in the parts list?', 'Open the budget panel'],
  },
  {
    lang: 'en',
    say: [
      'My plan is a {gadget} based on an ESP32',
      'Put together the parts list',
      'How do I wire it?',
      'What is in the wiring right now?',
      'Check my circuit, is this wired right?',
    ],
  },
  {
    lang: 'en',
    say: ['Could you please add an export to KiCad?', 'My plan is a {gadget} based on an ESP32'],
  },
  {
    lang: 'en',
    staff: 'helper-01',
    say: ['Open the BOM panel', 'Order these parts from the shop for me', 'Print the case on the 3D printer'],
  },
  {
    lang: 'ar',
    weight: 2,
    say: [
      'أريد أن أبني جهازا لقياس الحرارة والرطوبة مع شاشة',
      'جهز قائمة القطع',
      'كيف أوصل القطع؟',
      'اكتب الكود',
    ],
  },
];

/** By the slug of the demo org. */
export const talks: Readonly<Record<string, readonly Talk[]>> = {
  demo: estio,
  advisory: consult,
  gulf: geo,
  maker: ohm,
};

/** What stands for each placeholder; one of them is taken per conversation. */
export const words: Readonly<Record<string, readonly string[]>> = {
  area: ['Paphos', 'Limassol', 'Larnaca', 'Nicosia', 'Peyia', 'Kato Paphos'],
  areaAr: ['ليماسول', 'بافوس', 'لارنكا', 'نيقوسيا'],
  price: ['180k', '200k', '250k', '320k', '400k', '550k'],
  priceAr: ['200', '250', '300', '400'],
  amount: ['200,000', '245,000', '310,000', '415,000'],
  rooms: ['2', '3'],
  property: ['prop-0001', 'prop-0017', 'prop-0021', 'prop-0043', 'prop-0005', 'prop-0033'],
  people: ['3', '5', '8'],
  cost: ['20,000', '35,000', '60,000'],
  year: ['2021', '2022', '2023', '2024'],
  gadget: ['temperature logger', 'light meter', 'plant waterer', 'door alarm', 'weather station'],
};

/** Words of those who say what they thought of a reply. */
export const praise = ['Just what I was looking for', 'Quick, thanks', 'شكرا جزيلا', undefined, undefined];
export const blame = ['That is not what I asked', 'Too slow', 'The second one was sold last week', undefined];

/** One chapter of a tenancy agreement; somebody pastes a whole book of them. */
export const CLAUSE =
  'The tenant keeps the property in good order, bears the charges that the law lays upon the occupier, gives notice of every defect without delay, and lets the owner in at a reasonable hour when it is asked for two days before. ';
