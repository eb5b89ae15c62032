import type { OfflineToolHints } from '#pack-kit';
import { RECIPIENTS, TONES, type DraftedEmail } from '../tools/draft-follow-up-email.tool.ts';
import type { ActionItems } from '../tools/extract-action-items.tool.ts';
import { TYPES, type ArchitectureDiagram } from '../tools/generate-architecture-diagram.tool.ts';
import type { SummaryPreview } from '../tools/generate-summary-preview.tool.ts';
import { emptyConversation } from './readings.ts';

function itemsReply({ items, priority, nextMeetingNeed }: ActionItems): string {
  if (items.length === 0) return 'No tasks were agreed on in this conversation so far.';
  const meeting = nextMeetingNeed ? '\nA meeting is still to be arranged.' : '';
  return `Agreed on so far (priority ${priority}):\n${items.map((item) => `- ${item}`).join('\n')}${meeting}`;
}

function itemsReplyArabic({ items, nextMeetingNeed }: ActionItems): string {
  if (items.length === 0) return 'لم يُتفق على مهام في هذه المحادثة حتى الآن.';
  const meeting = nextMeetingNeed ? '\nما زال يلزم ترتيب اجتماع.' : '';
  return `المهام المتفق عليها حتى الآن:\n${items.map((item) => `- ${item}`).join('\n')}${meeting}`;
}

/** Hints for the tools that write from the conversation. */
export const writingHints: Readonly<Record<string, OfflineToolHints>> = {
  extract_action_items: {
    fill: {},
    cues: ['to dos', 'list the to dos', 'action items', 'what did we agree on', 'المهام', 'المتفق عليها'],
    reply: { en: itemsReply, ar: itemsReplyArabic },
    failure: emptyConversation,
  },
  draft_follow_up_email: {
    fill: {
      recipient: { from: 'enum', values: RECIPIENTS },
      tone: {
        from: 'first',
        of: [
          { from: 'enum', values: TONES },
          { from: 'const', value: 'professional' },
        ],
      },
    },
    cues: ['draft', 'mail', 'draft a mail', 'e mail', 'follow up', 'بريد', 'بريدا', 'جهز'],
    ask: {
      recipient: {
        en: 'Who is the mail for: the client, your team or the consultant?',
        ar: 'لمن الرسالة: العميل أم الفريق أم المستشار؟',
      },
    },
    reply: {
      en: ({ formatted }: DraftedEmail) => `A draft; nothing has been sent.\n\nSubject: ${formatted}`,
      ar: ({ formatted }: DraftedEmail) => `مسودة فقط، لم يُرسل أي شيء.\n\nالموضوع: ${formatted}`,
    },
    failure: emptyConversation,
  },
  generate_summary_preview: {
    fill: {},
    cues: ['recap', 'summary', 'summarise', 'written recap', 'of our talk', 'ملخص', 'ملخصا'],
    reply: { en: ({ markdown }: SummaryPreview) => markdown, ar: ({ markdown }: SummaryPreview) => markdown },
    failure: emptyConversation,
  },
  generate_architecture_diagram: {
    wholeMessage: true,
    fill: {
      diagram_type: {
        from: 'first',
        of: [
          { from: 'enum', values: TYPES },
          { from: 'const', value: 'flowchart' },
        ],
      },
      content_description: { from: 'rest' },
    },
    cues: ['map our', 'diagram', 'draw', 'flowchart', 'ارسم', 'مخطط'],
    applies: ({ text }) => /[:,،]/.test(text),
    reply: {
      en: ({ mermaid, title, nodeCount }: ArchitectureDiagram) =>
        `${title}, in ${nodeCount} steps:\n\`\`\`mermaid\n${mermaid}\n\`\`\``,
      ar: ({ mermaid, title, nodeCount }: ArchitectureDiagram) =>
        `${title}، في ${nodeCount} خطوات:\n\`\`\`mermaid\n${mermaid}\n\`\`\``,
    },
  },
};
