import type { OfflineToolHints } from '#pack-kit';
import { hasPhrase, normalizedWords, phraseList } from '#text';
import { oneDecimal } from '../tools/figures.ts';
import { industryIn } from '../schema/industries.ts';
import type { CustomSyllabus } from '../tools/generate-custom-syllabus.tool.ts';
import type { ExecutiveMemo } from '../tools/generate-executive-memo.tool.ts';
import type { ProposalDraft } from '../tools/generate-proposal-draft.tool.ts';
import { MEETINGS, type BookingLink } from '../tools/get-booking-link.tool.ts';
import { DAYS, PERIODS, type DashboardStats } from '../tools/get-dashboard-stats.tool.ts';
import type { FoundCaseStudies } from '../tools/search-internal-case-studies.tool.ts';
import { arabicSample, industryName } from './arabic-names.ts';
import { emptyConversation, painPoint } from './readings.ts';

const KINDS = {
  en: { consultation: 'a consultation', workshop: 'the workshop', 'strategy-call': 'a strategy call' },
  ar: { consultation: 'الاستشارة', workshop: 'ورشة العمل', 'strategy-call': 'الجلسة الاستراتيجية' },
};

const CASE_CUES = phraseList(
  'have you done, case study, case studies, examples, success stories, دراسة حالة, دراسات حالة, أمثلة',
);

/** The search cannot exclude anything: "that is not in retail". */
const EXCLUDES =
  /\b(?:not|except|without|other than|besides|apart from)\b|n['’]t\b|(?<!\p{L})(?:ليس|ليست|غير|بدون|عدا|باستثناء)(?!\p{L})/iu;

function syllabusReply({ coverage, modules, title }: CustomSyllabus): string {
  const outcome = modules[(coverage[0]?.moduleNumber ?? 2) - 1]?.outcomes[0];
  return [
    ...coverage.map(
      ({ painPoint: pain, moduleNumber }) => `Module ${moduleNumber} of the workshop covers ${pain}.`,
    ),
    ...(outcome ? [`What your team takes away: ${outcome}.`] : []),
    `I have put together a plan, "${title}", with ${modules.length} modules over two days.`,
  ].join('\n');
}

function syllabusReplyArabic({ coverage, modules, title }: CustomSyllabus): string {
  const outcome = modules[(coverage[0]?.moduleNumber ?? 2) - 1]?.outcomes[0];
  return [
    ...coverage.map(
      ({ painPoint: pain, moduleNumber }) => `الوحدة ${moduleNumber} من ورشة العمل تغطي: ${pain}.`,
    ),
    ...(outcome ? [`ما يخرج به فريقكم: ${outcome}.`] : []),
    `أعددت خطة بعنوان «${title}» من ${modules.length} وحدات على يومين.`,
  ].join('\n');
}

function casesReply(found: FoundCaseStudies, { industry }: { industry?: string }): string {
  if (found.caseStudies.length === 0) return 'I have no case study that fits, and I will not make one up.';
  return [
    ...(found.industryRelaxed ? [`There is none from ${industry}; these are from other industries.`] : []),
    ...found.caseStudies.map(
      ({ id, title, industry: of, result, isSample }, index) =>
        `${index + 1}. ${title} (${id}), ${of}${isSample ? ', sample case' : ''}: ${result}`,
    ),
    ...(found.sample ? ['These are sample case studies, not real customers.'] : []),
  ].join('\n');
}

function casesReplyArabic(found: FoundCaseStudies, { industry = '' }: { industry?: string }): string {
  if (found.caseStudies.length === 0) return 'لا توجد لدي دراسة حالة مناسبة، ولن أختلق واحدة.';
  return [
    ...(found.industryRelaxed
      ? [`لا توجد دراسة من قطاع ${industryName(industry, 'ar')}؛ هذه من قطاعات أخرى.`]
      : []),
    ...found.caseStudies.map(
      ({ id, title, industry: of, result, isSample }, index) =>
        `${index + 1}. ${arabicSample(title, isSample)} (${id})، ${industryName(of, 'ar')}: ${arabicSample(result, isSample)}`,
    ),
    ...(found.sample ? ['هذه دراسات حالة تجريبية وليست لعملاء حقيقيين.'] : []),
  ].join('\n');
}

function statsReply(stats: DashboardStats): string {
  const { totalLeads, qualifiedLeads, averageLeadScore, bookedLeads, sampleLeads } = stats;
  return [
    `The last ${DAYS[stats.period]} days: ${totalLeads} leads, ${qualifiedLeads} qualified (${oneDecimal(stats.conversionRatePct)} %), average score ${averageLeadScore === null ? 'none' : oneDecimal(averageLeadScore)}.`,
    `Engagement ${oneDecimal(stats.engagementRatePct)} %, ${bookedLeads} booked (${oneDecimal(stats.bookingRatePct)} %).`,
    ...(sampleLeads > 0 ? [`${sampleLeads} of the ${totalLeads} leads are sample data.`] : []),
  ].join('\n');
}

function statsReplyArabic(stats: DashboardStats): string {
  const { totalLeads, qualifiedLeads, averageLeadScore, bookedLeads, sampleLeads } = stats;
  return [
    `آخر ${DAYS[stats.period]} يوما: ${totalLeads} عميل محتمل، المؤهلون ${qualifiedLeads} (${oneDecimal(stats.conversionRatePct)} %)، متوسط النقاط ${averageLeadScore === null ? 'لا يوجد' : oneDecimal(averageLeadScore)}.`,
    `التفاعل ${oneDecimal(stats.engagementRatePct)} %، الحجوزات ${bookedLeads} (${oneDecimal(stats.bookingRatePct)} %).`,
    ...(sampleLeads > 0 ? [`منهم ${sampleLeads} من أصل ${totalLeads} بيانات تجريبية.`] : []),
  ].join('\n');
}

/** Hints for the sales tools: plans, memos, offers, the booking link, case studies and lead statistics. */
export const salesHints: Readonly<Record<string, OfflineToolHints>> = {
  generate_custom_syllabus: {
    servesQuestions: true,
    fill: {
      team_roles: { from: 'known', key: 'teamRoles' },
      pain_points: {
        from: 'rule',
        read: (message) => {
          const pain = painPoint(message);
          return pain === undefined ? undefined : [pain];
        },
      },
      tech_stack: { from: 'known', key: 'techStack' },
    },
    cues: ['how do i fix', 'how can we prevent', 'how do we stop', 'syllabus', 'كيف نمنع', 'كيف نصلح'],
    applies: (message) => painPoint(message) !== undefined,
    ask: {
      team_roles: {
        en: 'I can show you where the workshop covers that. Who would attend from your team?',
        ar: 'أستطيع أن أبين أين تغطي الورشة ذلك. من سيحضر من فريقكم؟',
      },
      tech_stack: { en: 'What does your team build on?', ar: 'ما التقنيات التي يعمل عليها فريقكم؟' },
    },
    reply: { en: syllabusReply, ar: syllabusReplyArabic },
  },
  generate_executive_memo: {
    fill: {
      target_audience: {
        from: 'enum',
        values: {
          CFO: ['finance director', 'المدير المالي', 'مديري المالي'],
          CEO: ['managing director'],
          CTO: ['head of it'],
        },
      },
      key_blocker: {
        from: 'enum',
        values: {
          budget: ['no budget', 'too expensive', 'الميزانية', 'التكلفة'],
          timing: ['not now'],
          security: ['data protection'],
        },
      },
      proposed_solution: {
        from: 'rule',
        read: ({ language }) => (language === 'ar' ? 'ورشة عمل داخلية من يومين' : '2-day in-house workshop'),
      },
    },
    cues: ['memo', 'my cfo says', 'there is no budget for the workshop', 'help me', 'مذكرة'],
    ask: {
      target_audience: {
        en: 'Who has to be convinced: the CFO, the CEO or the CTO?',
        ar: 'من يجب إقناعه: المدير المالي أم التنفيذي أم التقني؟',
      },
      key_blocker: {
        en: 'What is in the way: budget, timing or security?',
        ar: 'ما العائق: الميزانية أم التوقيت أم الأمان؟',
      },
    },
    reply: { en: ({ markdown }: ExecutiveMemo) => markdown, ar: ({ markdown }: ExecutiveMemo) => markdown },
  },
  generate_proposal_draft: {
    fill: {},
    cues: ['proposal', 'put together an offer', 'for us', 'مسودة عرض', 'عرضا لنا'],
    reply: {
      en: ({ markdown, version }: ProposalDraft) =>
        `${markdown}\n\nThis is version ${version} of the draft; open points are listed as such.`,
      ar: ({ markdown, version }: ProposalDraft) => `${markdown}\n\nهذه النسخة ${version} من المسودة.`,
    },
    failure: emptyConversation,
  },
  get_booking_link: {
    fill: { meetingType: { from: 'enum', values: MEETINGS } },
    cues: ['book', 'book a', 'schedule', 'appointment', 'meeting', 'can i book', 'احجز', 'حجز', 'حجز موعد'],
    reply: {
      en: ({ url, meetingType }: BookingLink) =>
        `You can book ${KINDS.en[meetingType]} here: ${url}\nYou choose the time there yourself; I have not booked anything.`,
      ar: ({ url, meetingType }: BookingLink) =>
        `يمكنك حجز ${KINDS.ar[meetingType]} هنا: ${url}\nتختار الموعد بنفسك في هذه الصفحة؛ لم أحجز شيئا.`,
    },
    notConfigured: {
      en: 'Calls cannot be booked online here yet, so I have no link to give you, and I have not booked anything. Tell me your name and your e-mail address: they are kept for the consultant.',
      ar: 'لا يمكن الحجز عبر الإنترنت هنا بعد، فليس لدي رابط أعطيك إياه، ولم أحجز شيئا. اكتب لي اسمك وبريدك الإلكتروني واليوم الذي يناسبك: أسجلها هنا للمستشار.',
    },
  },
  search_internal_case_studies: {
    fill: {
      query: { from: 'rest' },
      industry: {
        from: 'first',
        of: [
          { from: 'rule', read: ({ text }) => industryIn(text) },
          { from: 'known', key: 'industry' },
        ],
      },
    },
    cues: CASE_CUES,
    // Its query accepts any words, so it is called only if the message asks for examples.
    applies: ({ text }) => hasPhrase(normalizedWords(text), CASE_CUES) && !EXCLUDES.test(text),
    reply: { en: casesReply, ar: casesReplyArabic },
  },
  get_dashboard_stats: {
    fill: { period: { from: 'enum', values: PERIODS } },
    cues: phraseList(
      'dashboard, how did leads do, over the last, lead statistics, إحصاءات, العملاء المحتملين, لهذا الأسبوع',
    ),
    reply: { en: statsReply, ar: statsReplyArabic },
  },
};
