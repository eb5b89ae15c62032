import { Inject, Injectable } from '@nestjs/common';
import { finalEventTypes, type ConversationEvent, type TurnEventType } from '#contracts';
import { TURN_NOTIFICATIONS, type TurnNotifications } from '#queue';
import { GAP_PATIENCE_MS, IDLE_LOOK_MS, Wake } from '../wake.ts';
import {
  ConversationEventsReadModel,
  type UnreadEvent,
  type UnreadUpdate,
} from './conversation-events.read-model.ts';
import { ReadPosition, type Following } from './read-position.ts';

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
   * The stored events of the conversation's turns, then their live events, until the abort of `signal`. The events of one
   * turn come in their order, those of different turns by time.
   *
   * @param place the events that the reader has, see {@link placeAfter}. It moves with each event.
   */
  async *follow(
    orgId: string,
    conversationId: string,
    place: ReadPosition,
    signal: AbortSignal,
  ): AsyncGenerator<ConversationEvent> {
    const wake = new Wake();
    const watches = new Watches((id) => this.notifications.watch(orgId, id, () => wake.ring()));
    const gaps = new Gaps();
    const onAbort = () => wake.ring();
    signal.addEventListener('abort', onAbort);
    try {
      while (!signal.aborted) {
        wake.reset();
        const { events, updates, openTurnIds } = await this.readModel.read(orgId, conversationId, place);
        // A notification of a turn that was not watched before may have been missed.
        if (watches.keep([conversationId, ...openTurnIds])) wake.ring();
        const ready = gaps.passed(events);
        for (const event of ready) {
          // Updates and events of turns are merged by time.
          for (const update of takeBefore(updates, event.at)) yield toUpdate(place, update);
          place.receive(event.turnSeq, event.seq, followingOf(event.type));
          yield toEvent(place.id, event);
        }
        const rest = updates.splice(0);
        for (const update of rest) yield toUpdate(place, update);
        if (ready.length + rest.length === 0)
          await wake.wait(events.length > 0 ? GAP_PATIENCE_MS / 5 : this.idleLookMs);
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      watches.keep([]);
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

function toEvent(id: string, { turnId, type, payload, at }: UnreadEvent): ConversationEvent {
  return { id, turnId, type, at: at.toISOString(), payload };
}

/** The turns that a reader watches. */
class Watches {
  private readonly ends = new Map<string, () => void>();

  constructor(private readonly watch: (id: string) => () => void) {}

  /** Watches exactly these. @returns whether one of them is new. */
  keep(ids: string[]): boolean {
    const wanted = new Set(ids);
    for (const [id, end] of this.ends) {
      if (wanted.has(id)) continue;
      end();
      this.ends.delete(id);
    }
    const added = ids.filter((id) => !this.ends.has(id));
    for (const id of added) this.ends.set(id, this.watch(id));
    return added.length > 0;
  }
}

/** Holds the events of a turn back while an earlier one is missing and can still come. */
class Gaps {
  private readonly since = new Map<number, number>();

  passed(events: UnreadEvent[]): UnreadEvent[] {
    const reached = new Map<number, number>();
    const held = new Set<number>();
    const passed = events.filter((event) => {
      const { turnSeq, seq } = event;
      if (held.has(turnSeq)) return false;
      if (seq !== (reached.get(turnSeq) ?? event.received) + 1 && !this.isOver(turnSeq)) {
        held.add(turnSeq);
        return false;
      }
      reached.set(turnSeq, seq);
      this.since.delete(turnSeq);
      return true;
    });
    for (const turnSeq of held) if (!this.since.has(turnSeq)) this.since.set(turnSeq, performance.now());
    return passed;
  }

  private isOver(turnSeq: number): boolean {
    const since = this.since.get(turnSeq);
    return since !== undefined && performance.now() - since > GAP_PATIENCE_MS;
  }
}
