import type { Clock } from '#config';
import type { AcceptMessage } from '#contracts';
import type { OrgTransaction } from '#database';
import { newId, wholeNumberSetting, type ContactService, type Org, type SettingReader } from '#identity';
import type { ToolRegistry } from '#tools';
import { MessageRefusedError } from '../turn.errors.ts';
import { AcceptRepository, type ConversationRef } from './accept.repository.ts';
import { resolveAgent, type ResolvedAgent } from './resolve-agent.ts';

const HOUR_MS = 3_600_000;

interface PlacedMessage {
  conversation: ConversationRef;
  /** The agent named in the message; null if the pack of the conversation decides. */
  agent: string | null;
}

export class MessageConversations {
  constructor(
    private readonly clock: Clock,
    private readonly registry: ToolRegistry,
    private readonly contacts: ContactService,
  ) {}

  /** @throws MessageRefusedError with the name of the field, for an unknown conversation, agent or pack. */
  async of(
    tx: OrgTransaction,
    { org, settings }: { org: Pick<Org, 'packs' | 'defaultPack'>; settings: SettingReader },
    message: AcceptMessage,
    at: Date,
  ): Promise<PlacedMessage> {
    const repository = new AcceptRepository(tx);
    if (message.conversationId) {
      const conversation = await repository.findConversation(message.conversationId);
      if (!conversation) return unknownConversation(message.conversationId);
      return { conversation, agent: resolveAgent(this.registry, org, message, conversation.pack).agent };
    }
    const contactId = message.contact ?? '';
    const channel = message.channel ?? '';
    const continuesMs = wholeNumberSetting(settings, 'CONVERSATION_CONTINUES_H') * HOUR_MS;
    const youngerThan = new Date(at.getTime() - continuesMs);
    // Both statements are sent together. The second starts after the first has the lock, and sees everything committed until then.
    const [, latest] = await Promise.all([
      repository.serializeFirstMessages(contactId, channel),
      message.newConversation
        ? undefined
        : repository.findLatestConversation(contactId, channel, null, youngerThan),
    ]);
    const requested = this.requestedAgent(org, message, latest);
    const continued =
      latest && requested.pack !== null && latest.pack !== requested.pack
        ? await repository.findLatestConversation(contactId, channel, requested.pack, youngerThan)
        : latest;
    if (continued) return { conversation: continued, agent: requested.agent };
    const pack = requested.pack ?? org.defaultPack ?? org.packs[0];
    if (!pack || !this.registry.pack(pack)) {
      throw new MessageRefusedError(
        'invalid',
        'UNKNOWN_PACK',
        'The org has no default pack; name a pack or an agent.',
        { pointer: '/pack' },
      );
    }
    const conversation = { id: newId(this.clock), contactId, channel, pack };
    await Promise.all([
      this.ensureContact(tx, contactId, pack, at),
      repository.insertConversation(conversation, at),
    ]);
    return { conversation, agent: requested.agent };
  }

  /** An agent name without a pack, which two packs share, means the agent of the conversation that continues. */
  private requestedAgent(
    org: Pick<Org, 'packs' | 'defaultPack'>,
    message: AcceptMessage,
    latest: ConversationRef | undefined,
  ): ResolvedAgent {
    const { agent, pack } = message;
    const isOfLatest =
      latest &&
      agent !== undefined &&
      pack === undefined &&
      org.packs.includes(latest.pack) &&
      this.registry.conversingAgent(latest.pack, agent);
    return isOfLatest ? { pack: latest.pack, agent } : resolveAgent(this.registry, org, message, null);
  }

  private async ensureContact(tx: OrgTransaction, contactId: string, pack: string, at: Date): Promise<void> {
    const { name } = await this.contacts.ensure(tx, contactId);
    await this.registry.pack(pack)?.onNewContact?.(tx, { id: contactId, name }, at);
  }
}

/** @throws MessageRefusedError always. */
export function unknownConversation(id: string): never {
  throw new MessageRefusedError('not_found', 'UNKNOWN_CONVERSATION', `There is no conversation ${id}.`, {
    pointer: '/conversationId',
  });
}
