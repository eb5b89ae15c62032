import type { Scenario, ScenarioStep } from '#pack-kit';
import { shares, sharesPlace } from './sharing.ts';

const BOOKING_URL = 'https://book.example/northlight';

/** A question on its own, and the tool that answers it, in Arabic. */
const asks = (
  say: ScenarioStep['say'],
  tool: string,
  {
    says,
    ...call
  }: { arguments?: object; data?: object; errorClass?: string; says?: (string | RegExp)[] } = {},
): ScenarioStep => ({
  say,
  contact: 'arabic',
  begins: true,
  expect: { calls: [{ tool, ...call } as never], language: 'ar', ...(says && { says }) },
});

/** What was agreed, so that there is something to write from. */
const agreed: ScenarioStep[] = [
  {
    say: 'مشكلتنا هي بطء معالجة الفواتير. سأرسل لكم عينة من الفواتير يوم الأحد.',
    contact: 'arabic-2',
    expect: {},
  },
  { say: 'يجب أن نحدد موعدا لاجتماع قادم.', contact: 'arabic-2', expect: {} },
];
const writes = (say: string, tool: string, call: object = {}): ScenarioStep => ({
  say,
  contact: 'arabic-2',
  expect: { calls: [{ tool, ...call } as never], language: 'ar' },
});

export const arabic: Scenario[] = [
  {
    id: 'A1',
    title: 'finds, works out and draws in Arabic',
    settings: ({ search = '' }) => ({ SEARCH_API_URL: search, BOOKING_URL }),
    steps: [
      asks('كم درجة الحرارة في أوسلو الآن؟', 'get_weather', { data: { temperatureC: 4.5 }, says: ['4.5'] }),
      asks('كم سعر سهم NVDA اليوم؟', 'get_stock_price', { arguments: { symbol: 'NVDA' }, says: ['123.4'] }),
      asks('ما الشركات الناشئة في مجال الصحة في عمّان؟', 'search_companies_by_location', {
        says: ['Nordic Pay'],
      }),
      asks('هل سبقنا المنافسون في قطاع التأمين؟', 'analyze_competitor_gap', {
        arguments: { industry: 'Insurance' },
      }),
      asks('أريد حجز موعد للاستشارة', 'get_booking_link', {
        arguments: { meetingType: 'consultation' },
        says: [BOOKING_URL],
      }),
      asks('احسب العائد على الاستثمار إذا وفرنا 500 ساعة سنويا', 'calculate_roi', {
        data: { annualSavings: 25_000 },
        says: [/25,000|٢٥٬٠٠٠/],
      }),
      asks(({ site = '' }) => `ما التقنيات المستخدمة في موقعنا ${site} ؟`, 'analyze_website_tech_stack', {
        says: ['WordPress'],
      }),
      asks('ارسم مخططا لسير العمل: استلام الطلب ثم المراجعة ثم الرد', 'generate_architecture_diagram', {
        data: { nodeCount: 3 },
      }),
      asks('هل لديكم أمثلة مشابهة في قطاع الصحة؟', 'search_internal_case_studies', {
        arguments: { industry: 'Healthcare' },
        data: { total: 1 },
      }),
      asks('مديري المالي يرى أن التكلفة عالية، ساعدني لإقناعه', 'generate_executive_memo', {
        arguments: { target_audience: 'CFO', key_blocker: 'budget' },
      }),
      asks('أين أنا الآن؟', 'get_location', { errorClass: 'PRECONDITION_FAILED' }),
      {
        ...asks('أين أنا الآن؟', 'get_location', { data: { city: 'Oslo' } }),
        begins: false,
        prepare: sharesPlace,
      },
      {
        ...asks('ماذا ترى على شاشتي؟', 'capture_screen_snapshot', {
          data: { mode: 'cached' },
          says: ['القرص ممتلئ'],
        }),
        begins: false,
        prepare: shares('screen', 'جدول فيه رسالة خطأ: القرص ممتلئ'),
      },
      {
        ...asks('انظر إلى الرسم الذي أمام الكاميرا', 'capture_webcam_snapshot', {
          data: { mode: 'cached' },
          says: ['ثلاثة مربعات'],
        }),
        begins: false,
        prepare: shares('webcam', 'رسم من ثلاثة مربعات'),
      },
    ],
  },
  {
    id: 'A2',
    title: 'writes in Arabic from what was said',
    steps: [
      ...agreed,
      writes('ما المهام المتفق عليها؟', 'extract_action_items', { data: { nextMeetingNeed: true } }),
      writes('جهز بريدا وديا للفريق', 'draft_follow_up_email', {
        arguments: { recipient: 'team', tone: 'casual' },
      }),
      writes('أعطني ملخصا للمحادثة', 'generate_summary_preview'),
      writes('أعدّ مسودة عرض لنا', 'generate_proposal_draft', { data: { version: 1 } }),
    ],
  },
  {
    id: 'A3',
    title: 'the module instead of the solution in Arabic',
    steps: [
      {
        say: 'كيف نمنع روبوت الدعم من اختلاق الإجابات؟',
        contact: 'visitor-01',
        expect: {
          calls: [{ tool: 'generate_custom_syllabus', arguments: { tech_stack: 'React and Node.js' } }],
          says: [/الوحدة/],
          neverSays: ['```'],
          language: 'ar',
        },
      },
    ],
  },
  {
    id: 'A4',
    title: 'shows case studies to whoever asks for examples, in whatever words',
    steps: [
      'أرني أمثلة من شركات أخرى',
      'أعطني أمثلة',
      'أرسل لي أمثلة من شركات أخرى',
      'اعرض لي دراسات حالة',
      'أرني قصص نجاح',
    ].map((say) => asks(say, 'search_internal_case_studies', { data: { total: 12 }, says: ['تجريبية'] })),
  },
];
