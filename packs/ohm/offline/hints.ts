import type { ArtifactWritten, OfflineMessage, OfflineToolHints } from '#pack-kit';
import { anySpelling, phraseList } from '#text';
import type { OpenedByTool } from '../schema/drawers.ts';
import type { OpenedDrawer } from '../tools/open-drawer.ts';

/** Words that ask to see something, not to change it. */
const WISHES_TO_SEE = anySpelling(
  /\b(?:open|show|see|look|bring up|pull up|view|panel|drawer|where are we)\b|افتح|اعرض|أرني|لوحة/i,
);

interface Drawer {
  cues: string[];
  /** The name of the panel in a reply. */
  en: string;
  ar: string;
}

const DRAWERS: Readonly<Record<OpenedByTool, Drawer>> = {
  context: {
    cues: phraseList(
      'project brief, requirements panel, feature list, brief panel, context panel, وصف المشروع',
    ),
    en: 'the project brief',
    ar: 'لوحة وصف المشروع',
  },
  bom: {
    cues: ['bring up', 'bom panel', 'parts panel', 'look over the components', 'افتح قائمة القطع'],
    en: 'the parts list',
    ar: 'قائمة القطع',
  },
  code: {
    cues: ['firmware files', 'code panel', 'look at the sketch', 'ملفات الكود'],
    en: 'the code',
    ar: 'ملفات الكود',
  },
  wiring: {
    cues: ['how it is connected', 'wiring panel', 'connection table', 'جدول التوصيلات'],
    en: 'the wiring',
    ar: 'جدول التوصيلات',
  },
  budget: {
    cues: ['cost breakdown', 'budget panel', 'on spending', 'لوحة الميزانية'],
    en: 'the budget',
    ar: 'لوحة الميزانية',
  },
};

function drawerHints({ cues, en, ar }: Drawer): OfflineToolHints {
  return {
    fill: {},
    cues,
    applies: ({ text }: OfflineMessage) => WISHES_TO_SEE.test(text),
    reply: {
      en: ({ exists, opened }: OpenedDrawer) =>
        `${opened ? `I have opened ${en}.` : `Another panel is open already; ${en} stays closed.`}${exists ? '' : ' There is nothing in it yet.'}`,
      ar: ({ exists, opened }: OpenedDrawer) =>
        `${opened ? `فتحت ${ar}.` : `هناك لوحة مفتوحة بالفعل، لذلك بقيت ${ar} مغلقة.`}${exists ? '' : ' لا يوجد فيها شيء بعد.'}`,
    },
  };
}

const FILE = /(?:^|[\s"'`(])((?:[\w.-]+\/)*[\w-]+\.[a-z]{1,5})(?=$|[\s"'`),.?!:])/i;

const addCodeFile: OfflineToolHints = {
  fill: {
    filename: { from: 'rule', read: ({ text }) => FILE.exec(text)?.[1] },
    content: { from: 'quoted' },
  },
  ask: {
    filename: { en: 'Which file shall I write?', ar: 'أي ملف أكتب؟' },
    content: { en: 'What should the file contain?', ar: 'ماذا أكتب في الملف؟' },
  },
  reply: {
    en: ({ file_path: path, version }: ArtifactWritten) => `${path} is in the code, version ${version}.`,
    ar: ({ file_path: path, version }: ArtifactWritten) => `أضفت ${path} إلى الكود، النسخة ${version}.`,
  },
};

/** A deprecated tool is called by its name alone, which a routine reads. */
const onlyByName: OfflineToolHints = { fill: {}, applies: () => false, reply: { en: () => '' } };

export const toolHints: Readonly<Record<string, OfflineToolHints>> = {
  ...Object.fromEntries(
    Object.entries(DRAWERS).map(([drawer, spec]) => [`open_${drawer}_drawer`, drawerHints(spec)]),
  ),
  add_code_file: addCodeFile,
  update_context: onlyByName,
  update_mvp: onlyByName,
  update_prd: onlyByName,
  update_bom: onlyByName,
  update_wiring: onlyByName,
  update_budget: onlyByName,
};
