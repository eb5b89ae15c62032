import type { ArtifactService } from '#artifacts';
import type { Clock } from '#config';
import { TurnpikeError } from '#contracts';
import type { Database } from '#database';
import { timeZone, wholeNumberSetting, type OrgSettings } from '#identity';
import { countWords, fitWords, generalSummary, generalSummaryTask, keepFacts, renderSummary } from '#memory';
import type { ModelTasks } from '#models';
import { CONVERSATION_SUMMARY, platformArtifactKinds, type ToolRegistry } from '#tools';
import { detectLanguage } from '#text';
import {
  summaryParts,
  ToolError,
  type SummaryInput,
  type SummaryParts,
  type SummarySpec,
  type Task,
} from '#pack-kit';
import { factsWithoutTurn, withTaskSpan } from '../../pipeline/model/record-task.ts';
import { coverTurns } from './summary.repository.ts';
import {
  readContents,
  readUnsummarized,
  type ConversationToSummarize,
  type ConversationMessage,
} from './unsummarized.read-model.ts';

/** The conversation has no reply yet. */
export class NothingToSummarizeError extends TurnpikeError {
  constructor() {
    super('This conversation has no reply yet, so there is nothing to summarize.', {
      code: 'NOTHING_TO_SUMMARIZE',
      kind: 'conflict',
    });
  }
}

export interface SummarizePorts {
  database: Database;
  clock: Clock;
  registry: Pick<ToolRegistry, 'pack' | 'task'>;
  artifacts: ArtifactService;
  tasks: ModelTasks;
  orgs: { settingsOf(orgId: string): Promise<OrgSettings> };
}

/** Everything that a summary is made from. */
interface Material {
  conversation: ConversationToSummarize;
  previous: { version: number; parts: SummaryParts } | undefined;
  messages: ConversationMessage[];
  artifacts: { kind: string; version: number; content: unknown }[];
  spec: SummarySpec;
  task: Task;
}

interface MadeSummary {
  parts: SummaryParts;
  language: string;
  generatedBy: string;
}

/** Running summaries of conversations: the previous summary and the messages since become the next version. */
export class ConversationSummaries {
  constructor(private readonly ports: SummarizePorts) {}

  /**
   * Summarizes the messages since the last summary, if there are at least `SUMMARY_TRIGGER_MESSAGES` (setting). A summary
   * that another worker makes at the same moment counts as this one.
   *
   * @param run `turnId` of the turn that requested it; with `atOnce`, one message is enough.
   */
  async summarizeIfDue(
    orgId: string,
    conversationId: string,
    run: { turnId: string | null; signal: AbortSignal; atOnce?: boolean | undefined },
  ): Promise<void> {
    const { turnId, signal, atOnce = false } = run;
    const settings = await this.ports.orgs.settingsOf(orgId);
    const trigger = atOnce ? 1 : wholeNumberSetting(settings, 'SUMMARY_TRIGGER_MESSAGES');
    const material = await this.gather(orgId, conversationId);
    if (!material || trigger === 0 || material.messages.length < trigger) return;
    await this.summarize(orgId, conversationId, { material, settings, turnId, signal });
  }

  /**
   * Summarizes everything up to now, whatever the setting says.
   *
   * @returns false if the org has no such conversation.
   * @throws NothingToSummarizeError, and any error of the model.
   */
  async summarizeNow(orgId: string, conversationId: string, signal: AbortSignal): Promise<boolean> {
    const material = await this.gather(orgId, conversationId);
    if (!material) return false;
    if (material.messages.length === 0) {
      if (!material.previous) throw new NothingToSummarizeError();
      return true;
    }
    const settings = await this.ports.orgs.settingsOf(orgId);
    await this.summarize(orgId, conversationId, { material, settings, turnId: null, signal });
    return true;
  }

  private async gather(orgId: string, conversationId: string): Promise<Material | undefined> {
    const { database, clock } = this.ports;
    const read = await database.forOrgAtOnce(orgId, (tx) =>
      readUnsummarized(tx, conversationId, clock.now()),
    );
    if (!read) return undefined;
    const { conversation, messages, artifacts } = read;
    const { spec, task } = this.layoutOf(conversation.pack);
    const { version, parts } = conversation;
    const previous = version === null ? undefined : { version, parts: partsOf(spec, parts) };
    const { reads = [] } = spec;
    const contents =
      reads.length > 0 && messages.length > 0
        ? await database.forOrgAtOnce(orgId, (tx) => readContents(tx, conversationId, reads))
        : new Map<string, unknown>();
    return {
      conversation,
      previous,
      messages,
      artifacts: artifacts.map((one) => ({ ...one, content: contents.get(one.kind) })),
      spec,
      task,
    };
  }

  private layoutOf(packName: string): { spec: SummarySpec; task: Task } {
    const own = this.ports.registry.pack(packName)?.summary;
    const task = own && this.ports.registry.task(packName, own.task);
    return own && task ? { spec: own, task } : { spec: generalSummary, task: generalSummaryTask };
  }

  private async summarize(
    orgId: string,
    conversationId: string,
    run: { material: Material; settings: OrgSettings; turnId: string | null; signal: AbortSignal },
  ): Promise<void> {
    const { material, turnId } = run;
    const made = await this.make(orgId, conversationId, run);
    const { parts, language, generatedBy } = made;
    const content = renderSummary(material.spec, parts, language);
    const covered = Math.max(
      material.conversation.covered,
      ...material.messages.map(({ turnSeq }) => turnSeq),
    );
    const extras = {
      ...parts,
      ...material.spec.ofPanel?.({ parts, artifacts: material.artifacts }),
      messageCount: material.conversation.summarized + material.messages.length,
      coveredUntilMessageId: material.messages.at(-1)?.id,
      coveredAt: material.conversation.coveredAt,
      generatedAt: this.ports.clock.now().toISOString(),
      generatedBy,
    };
    try {
      await this.ports.database.forOrg(orgId, async (tx) => {
        await this.ports.artifacts.write(
          tx,
          {
            conversationId,
            kinds: platformArtifactKinds,
            author: { kind: 'system', agent: 'conversationSummarizer', turnId: turnId ?? undefined },
            announce: true,
          },
          {
            kind: CONVERSATION_SUMMARY,
            content: `${content}\n`,
            baseVersion: material.previous?.version ?? 0,
          },
          { parts: extras },
        );
        await coverTurns(tx, conversationId, covered);
      });
    } catch (error) {
      // Another worker has made the same summary, or the conversation is gone: nothing is left to do.
      if (!(error instanceof ToolError && ['CONFLICT', 'NOT_FOUND'].includes(error.errorClass))) throw error;
    }
  }

  private async make(
    orgId: string,
    conversationId: string,
    { material, settings, signal }: { material: Material; settings: OrgSettings; signal: AbortSignal },
  ): Promise<MadeSummary> {
    const { conversation, spec, task, previous } = material;
    const maxWords = wholeNumberSetting(settings, 'SUMMARY_MAX_WORDS');
    const language = languageOf(material.messages);
    const input: SummaryInput = {
      previous: previous?.parts ?? null,
      messages: material.messages.map(({ author, text }) => ({ author, text })),
      artifacts: material.artifacts,
      language,
      maxWords,
      shorten: false,
    };
    const { pack, agent, contactId, channel } = conversation;
    const facts = factsWithoutTurn(
      { orgId, conversationId, pack, agent, contactId, channel },
      { language, timezone: timeZone(settings, 'ORG_TIMEZONE'), now: this.ports.clock.now() },
    );
    return withTaskSpan(task, async (hooks, span) => {
      const ask = (from: SummaryInput) =>
        this.ports.tasks.run<SummaryParts>(task, from, { signal, facts, ...hooks });
      let { output, generatedBy } = await ask(input);
      if (generatedBy !== 'rules' && wordsIn(spec, output, language) >= maxWords)
        ({ output, generatedBy } = await ask({ ...input, previous: output, messages: [], shorten: true }));
      const { parts, putBack } = keepFacts(spec, input, output);
      const fitted = fitWords(spec, parts, maxWords, language);
      span.setAttributes({
        'turnpike.summary.messages': material.messages.length,
        'turnpike.summary.words': wordsIn(spec, fitted, language),
        'turnpike.summary.put_back': putBack,
      });
      return { parts: fitted, language, generatedBy };
    });
  }
}

const wordsIn = (spec: SummarySpec, parts: SummaryParts, language: string) =>
  countWords(renderSummary(spec, parts, language));

/** The parts of a stored summary. Of a summary in another layout, only the common parts. */
function partsOf({ sections }: SummarySpec, stored: Record<string, unknown> | null): SummaryParts {
  const known = sections.map(({ part }) => [part, stored?.[part] ?? []]);
  const parsed = summaryParts.safeParse(Object.fromEntries(known));
  return parsed.success ? parsed.data : {};
}

/** The language in which the person writes. */
function languageOf(messages: readonly ConversationMessage[]): string {
  const own = messages.findLast(({ author }) => author !== 'agent') ?? messages.at(-1);
  return detectLanguage(own?.text ?? '');
}
