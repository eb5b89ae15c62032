import type { OfflineRoutine, RoutineCall, RoutineStep, RoutineTurn } from '#pack-kit';
import type { DealStage } from '../../schema/entities/index.ts';
import { generateContract } from '../../tools/generate-contract.tool.ts';
import { sendDocusign } from '../../tools/send-docusign.tool.ts';
import { sendOffer } from '../../tools/send-offer.tool.ts';
import { count, euro, type Wording } from '../../wording.ts';

interface DealRow {
  id: string;
  title: string;
  stage: DealStage;
  value: number | null;
  agreedPrice: number | null;
}

/** An offer or a contract of a deal. */
interface PaperRow {
  id: string;
  dealId: string;
  status: string;
  amount?: number;
  direction?: string;
  contractType?: string;
  version?: number;
}

/** How a deal stands is told by these records, whichever of its deeds is asked about. */
const PAPERS: Record<string, 'offers' | 'contracts'> = {
  [sendOffer.name]: 'offers',
  [sendDocusign.name]: 'contracts',
  [generateContract.name]: 'contracts',
};
const FIELDS = {
  deals: ['id', 'title', 'stage', 'value', 'agreedPrice'],
  offers: ['id', 'dealId', 'direction', 'amount', 'status'],
  contracts: ['id', 'dealId', 'contractType', 'version', 'status'],
};
const LATEST = {
  deals: { field: 'updatedAt', direction: 'desc' },
  offers: { field: 'createdAt', direction: 'desc' },
  contracts: { field: 'createdAt', direction: 'desc' },
};
const MOST_ROWS = 3;

/**
 * "What would happen if we offered 400k?", "should we send the contract?": nothing is sent, and what is on record of the deal
 * or the draft is read, so that whoever asks can decide.
 */
export const deedAskedAbout: OfflineRoutine = (turn) => {
  const { heldBack = '', byStaff } = turn;
  const papers = PAPERS[heldBack];
  if (!papers || !byStaff) return undefined;
  const given = turn.filled(heldBack);
  const calls = recordsToRead(turn, papers, given);
  if (calls.length > 0) return turn.offered.includes('query_org_data') ? { calls } : undefined;
  const language: Wording = turn.message.language === 'ar' ? 'ar' : 'en';
  const [deals, more] = [rowsOf<DealRow>(turn, 'deals') ?? [], leftOver(readingsOf(turn, 'deals'))];
  const found = rowsOf<PaperRow>(turn, papers) ?? [];
  const sum = heldBack === sendOffer.name ? (given['amount'] as number | undefined) : undefined;
  const lines =
    deals.length === 0
      ? [NO_DEAL[language]]
      : deals.flatMap((deal) => told(deal, papersOf(turn, papers, deal.id), { papers, sum, language }));
  if (more > 0) lines.push(MORE_DEALS[language](more));
  const example = deals[0] && EXAMPLES[heldBack]?.[language](deals[0].id, found[0]?.id, sum);
  const closing = example ? `${NOT_DONE[language]} ${IF_WANTED[language](example)}` : NOT_DONE[language];
  return { reply: [...lines, closing].join('\n') };
};

type Reading = Extract<RoutineStep, { calls: unknown }>['calls'][number];

/** The deal that is named or was spoken of, else those of the contact; and its offers or contracts. */
function recordsToRead(
  turn: RoutineTurn,
  papers: 'offers' | 'contracts',
  { dealId, contractId }: Record<string, unknown>,
): Reading[] {
  const [deals, found] = [rowsOf<DealRow>(turn, 'deals'), rowsOf<PaperRow>(turn, papers)];
  const { contactId } = turn.filled('update_requirements');
  const readings: Reading[] = [];
  if (!deals) {
    const id = dealId ?? found?.[0]?.dealId;
    if (id !== undefined) readings.push(reading('deals', { field: 'id', op: 'eq', value: id }));
    else if (contractId === undefined && contactId !== undefined)
      readings.push(reading('deals', { field: 'contactId', op: 'eq', value: contactId }));
  }
  if (!found) {
    if (contractId !== undefined)
      readings.push(reading(papers, { field: 'id', op: 'eq', value: contractId }));
    // Of each by itself: many of one would leave no room for those of another.
    else
      for (const id of dealId === undefined ? (deals ?? []).map((deal) => deal.id) : [dealId])
        readings.push(reading(papers, { field: 'dealId', op: 'eq', value: id }));
  }
  return readings;
}

function reading(dataset: keyof typeof FIELDS, filter: object): Reading {
  return {
    tool: 'query_org_data',
    arguments: {
      dataset,
      operation: 'list',
      fields: FIELDS[dataset],
      filters: [filter],
      orderBy: LATEST[dataset],
      limit: MOST_ROWS,
    },
  };
}

interface Read<Row> {
  rows: Row[];
  total?: number;
}

function readingsOf({ calls }: RoutineTurn, dataset: string): RoutineCall[] {
  return calls.filter(
    ({ tool, arguments: asked }) => tool === 'query_org_data' && asked['dataset'] === dataset,
  );
}

/** Undefined where they were not asked for yet. */
function rowsOf<Row>(turn: RoutineTurn, dataset: string): Row[] | undefined {
  const made = readingsOf(turn, dataset);
  return made.length === 0 ? undefined : made.flatMap((call) => readBy<Row>(call)?.rows ?? []);
}

function readBy<Row>({ result }: RoutineCall): Read<Row> | undefined {
  if (!result?.success) return undefined;
  const { rows = [], total } = result.data as Partial<Read<Row>>;
  return { rows, ...(total !== undefined && { total }) };
}

/** How many are on record beyond those that were read. */
function leftOver(made: readonly RoutineCall[]): number {
  return made.reduce((sum, call) => {
    const { rows = [], total } = readBy(call) ?? {};
    return sum + Math.max(0, (total ?? rows.length) - rows.length);
  }, 0);
}

interface Papers {
  rows: PaperRow[];
  older: number;
  /** That there is no offer is said only where they were read. */
  isRead: boolean;
}

function papersOf(turn: RoutineTurn, papers: 'offers' | 'contracts', deal: string): Papers {
  const made = readingsOf(turn, papers);
  const own = made.filter(({ arguments: { filters } }) => JSON.stringify(filters)?.includes(`"${deal}"`));
  return {
    rows: (rowsOf<PaperRow>(turn, papers) ?? []).filter(({ dealId }) => dealId === deal),
    older: leftOver(own),
    isRead: (own.length > 0 ? own : made).every(({ result }) => result?.success),
  };
}

interface Telling {
  papers: 'offers' | 'contracts';
  sum: number | undefined;
  language: Wording;
}

function told(deal: DealRow, { rows, older, isRead }: Papers, { papers, sum, language }: Telling): string[] {
  const arabic = language === 'ar';
  const prices = [
    deal.value === null ? '' : `${arabic ? 'السعر المعلن' : 'list price'} ${euro(deal.value, language)}`,
    deal.agreedPrice === null
      ? ''
      : `${arabic ? 'المتفق عليه' : 'agreed'} ${euro(deal.agreedPrice, language)}`,
  ].filter(Boolean);
  const stage = arabic ? STAGES_AR[deal.stage] : deal.stage.replaceAll('_', ' ');
  const stands = [`${arabic ? 'المرحلة' : 'stage'} ${stage}`, ...prices];
  return [
    `${deal.title} (${deal.id}): ${stands.join(arabic ? '، ' : ', ')}.`,
    ...rows.map((paper) => paperLine(paper, language)),
    older > 0 ? OLDER[language](older) : '',
    rows.length > 0 ? '' : (isRead ? NONE : UNREAD)[papers][language],
    sum === undefined || !deal.value ? '' : comparison(sum, deal.value, language),
  ].filter(Boolean);
}

function paperLine(
  { id, amount, direction, contractType, version, status }: PaperRow,
  language: Wording,
): string {
  const state = status.replaceAll('_', ' ');
  if (amount === undefined)
    return {
      en: `- ${id}: ${contractType?.replaceAll('_', ' ')}, version ${version}, ${state}`,
      ar: `- ${id}: النسخة ${version}، ${state}`,
    }[language];
  const isOfBuyer = direction === 'buyer_to_seller';
  return {
    en: `- offer of ${euro(amount, 'en')} by the ${isOfBuyer ? 'buyer' : 'seller'}, ${state}`,
    ar: `- عرض بقيمة ${euro(amount, 'ar')} من ${isOfBuyer ? 'المشتري' : 'المالك'}، ${state}`,
  }[language];
}

function comparison(sum: number, listed: number, language: Wording): string {
  const percent = Math.abs(Math.round(((sum - listed) / listed) * 1_000) / 10);
  if (percent === 0)
    return { en: `${euro(sum, 'en')} is the list price.`, ar: `${euro(sum, 'ar')} هو السعر المعلن.` }[
      language
    ];
  return language === 'ar'
    ? `${euro(sum, 'ar')} ${sum < listed ? 'أقل من' : 'أعلى من'} السعر المعلن بنسبة ${percent}%.`
    : `${euro(sum, 'en')} is ${percent}% ${sum < listed ? 'below' : 'above'} the list price.`;
}

const STAGES_AR: Record<DealStage, string> = {
  new: 'جديدة',
  qualified: 'مؤهلة',
  viewing: 'معاينة',
  offer: 'عرض',
  negotiation: 'تفاوض',
  offer_accepted: 'عرض مقبول',
  contract: 'عقد',
  signed: 'موقعة',
  closed_won: 'رابحة',
  closed_lost: 'خاسرة',
};

const NO_DEAL = {
  en: 'I found no deal that this is about: name it by its number.',
  ar: 'لم أجد الصفقة المقصودة، فاذكر رقمها.',
};
const MORE_DEALS: Record<Wording, (more: number) => string> = {
  en: (more) => `${more} more ${more === 1 ? 'deal is' : 'deals are'} on record: name one to read it.`,
  ar: (more) => `صفقات أخرى في السجل: ${more}، فاذكر رقم الصفقة لأقرأها.`,
};
const OLDER: Record<Wording, (older: number) => string> = {
  en: (older) => `- ${older} older ${older === 1 ? 'one' : 'ones'}`,
  ar: (older) => `- أقدم منها: ${older}`,
};
const NONE = {
  offers: { en: 'No offer is on record.', ar: 'لا يوجد عرض في السجل.' },
  contracts: { en: 'No contract is drawn up.', ar: 'لم يُعد أي عقد.' },
};
const UNREAD = {
  offers: { en: 'The offers could not be read.', ar: 'تعذرت قراءة العروض.' },
  contracts: { en: 'The contracts could not be read.', ar: 'تعذرت قراءة العقود.' },
};
const NOT_DONE = {
  en: 'What would come of it is on no record, and the decision is yours. Nothing was done or sent.',
  ar: 'أما ما سينتج عن ذلك فليس في السجلات، والقرار لك. لم أنفذ شيئا ولم أرسل شيئا.',
};
const IF_WANTED: Record<Wording, (example: string) => string> = {
  en: (example) => `If I am to do it, say for example “${example}”.`,
  ar: (example) => `إن أردت ذلك فقل مثلا «${example}».`,
};
const SUM_OF_THE_EXAMPLE_EUR = 400_000;

type Example = (deal: string, paper: string | undefined, sum: number | undefined) => string;
const EXAMPLES: Record<string, Record<Wording, Example>> = {
  [sendOffer.name]: {
    en: (deal, _, sum) => `Offer ${count(sum ?? SUM_OF_THE_EXAMPLE_EUR)} on ${deal}`,
    ar: (deal, _, sum) => `أرسل عرض سعر بقيمة ${count(sum ?? SUM_OF_THE_EXAMPLE_EUR)} للصفقة ${deal}`,
  },
  [sendDocusign.name]: {
    en: (deal, paper) => (paper ? `Send ${paper} for signature` : `Draw up the sale agreement for ${deal}`),
    ar: (deal, paper) => (paper ? `أرسل ${paper} للتوقيع` : `جهز عقد البيع للصفقة ${deal}`),
  },
  [generateContract.name]: {
    en: (deal) => `Draw up the sale agreement for ${deal}`,
    ar: (deal) => `جهز عقد البيع للصفقة ${deal}`,
  },
};
