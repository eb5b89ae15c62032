import { Inject, Injectable } from '@nestjs/common';
import { finalEventTypes, type ConversationEvent, type TurnEventType } from '#contracts';
import { TURN_NOTIFICATIONS, type TurnNotifications } from '#queue';
import { SentText } from '../../live/sent-text.ts';
import { GAP_LOOK_MS, Gaps } from '../gaps.ts';
import { IDLE_LOOK_MS, Wake } from '../wake.ts';
import {
  ConversationEventsReadModel,
  type UnreadEvent,
  type UnreadUpdate,
} from './conversation-events.read-model.ts';
import { ReadPosition, type Following, type MarkedTurns } from './read-position.ts';

/** The events of all turns of a conversation and of its artifacts, for any number of readers. */
@Injectable()
export class ConversationEvents {
  /** A reader waits this long for a notification before it looks without one, in case one was lost. */
  idleLookMs = IDLE_LOOK_MS;

  constructor(
    private readonly readModel: ConversationEventsReadModel,
    @Inject(TURN_NOTIFICATIONS) private readonly notifications: TurnNotifications,
  ) {}

  /**
   * The position after the event `id`; the beginning without an id.
   *
   * @throws CursorError if it is not the id of a conversation's event.
   */
  placeAfter(id: string | undefined): ReadPosition {
    return id === undefined ? ReadPosition.beginning() : ReadPosition.fromId(id);
  }

  /**
   * The stored events of the conversation's turns, then their live events and text, until the abort of `signal`. The events
   * of one turn come in their order, those of different turns by time. Events of the live text have the id of the event
   * before them, as in `TurnEvents.follow`.
   *
   * @param place the events that the reader has, see {@link placeAfter}. It moves with each event.
   */
  async *follow(
    orgId: string,
    conversationId: string,
    place: ReadPosition,
    signal: AbortSignal,
  ): AsyncGenerator<ConversationEvent> {
    const wake = new Wake(signal);
    const unwatch = this.notifications.watch(orgId, conversationId, () => wake.ring());
    const gaps = new Gaps();
    const texts = new Map<string, SentText>();
    const textOf = (turnId: string, received: number) => {
      const sent = texts.get(turnId) ?? new SentText(received === 0 ? '' : undefined);
      texts.set(turnId, sent);
      return sent;
    };
    try {
      while (!signal.aborted) {
        wake.reset();
        const { events, updates, live } = await this.readModel.read(orgId, conversationId, place);
        const ready = gaps.passed(events);
        for (const event of ready) {
          // Updates and events of turns are merged by time.
          for (const update of takeBefore(updates, event.at)) yield toUpdate(place, update);
          for (const text of textOf(event.turnId, event.received).before(event.type, event.payload))
            yield toEvent(place.id, { ...event, ...text });
          place.receive(event.turnSeq, event.seq, followingOf(event.type));
          yield toEvent(place.id, event);
          if (finalEventTypes.includes(event.type)) texts.delete(event.turnId);
        }
        const rest = updates.splice(0);
        for (const update of rest) yield toUpdate(place, update);
        const isOf = ({ first, last }: MarkedTurns) => live && first <= live.turnSeq && live.turnSeq <= last;
        if (live && place.marks.find(isOf)?.received === live.seq)
          for (const text of textOf(live.turnId, live.seq).upTo(live.text))
            yield toEvent(place.id, { ...live, ...text });
        if (ready.length + rest.length === 0)
          await wake.wait(events.length > 0 ? GAP_LOOK_MS : this.idleLookMs);
      }
    } finally {
      unwatch();
    }
  }
}

/** Only a turn that failed can be retried. */
function followingOf(type: TurnEventType): Following {
  if (type === 'turn.failed') return 'retry';
  return finalEventTypes.includes(type) ? 'nothing' : 'more';
}

/** Removes the updates before `at` from the front of `updates`, and returns them. */
function takeBefore(updates: UnreadUpdate[], at: Date): UnreadUpdate[] {
  const first = updates.findIndex((update) => update.at >= at);
  return updates.splice(0, first < 0 ? updates.length : first);
}

function toUpdate(place: ReadPosition, update: UnreadUpdate): ConversationEvent {
  place.receiveUpdate(update.seq);
  const { turnId, artifactId, kind, version, at } = update;
  const payload = { artifactId, kind, version };
  return { id: place.id, turnId, type: 'artifact.updated', at: at.toISOString(), payload };
}

function toEvent(
  id: string,
  { turnId, type, payload, at }: Pick<UnreadEvent, 'turnId' | 'type' | 'payload' | 'at'>,
): ConversationEvent {
  return { id, turnId, type, at: at.toISOString(), payload };
}
