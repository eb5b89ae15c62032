import { Inject, Injectable } from '@nestjs/common';
import { finalEventTypes, type ConversationEvent, type TurnEventType } from '#contracts';
import { TURN_NEWS, type TurnNews } from '#queue';
import { GAP_PATIENCE_MS, IDLE_LOOK_MS, Wake } from '../wake.ts';
import {
  ConversationEventsReadModel,
  type UntoldEvent,
  type UntoldUpdate,
} from './conversation-events.read-model.ts';
import { ConversationPlace, type Coming } from './conversation-place.ts';

/** The events of all turns of a conversation and of its artifacts, for any number of readers. */
@Injectable()
export class ConversationEvents {
  /** A reader waits this long for a notification before it looks without one, in case one was lost. */
  idleLookMs = IDLE_LOOK_MS;

  constructor(
    private readonly readModel: ConversationEventsReadModel,
    @Inject(TURN_NEWS) private readonly news: TurnNews,
  ) {}

  /**
   * Where a reader goes on who was told all up to the event `id`; at the beginning without one.
   *
   * @throws CursorError when it is not the id of an event of a conversation.
   */
  placeAfter(id: string | undefined): ConversationPlace {
    return id === undefined ? ConversationPlace.beginning() : ConversationPlace.fromId(id);
  }

  /**
   * What the turns of the conversation have told, then what they tell live, until the abort of `signal`. The events of
   * a turn come in their order, those of different turns in the order of their time.
   *
   * @param place what the reader was told before, see {@link placeAfter}; it moves with each event.
   */
  async *follow(
    orgId: string,
    conversationId: string,
    place: ConversationPlace,
    signal: AbortSignal,
  ): AsyncGenerator<ConversationEvent> {
    const wake = new Wake();
    const watches = new Watches((id) => this.news.watch(orgId, id, () => wake.ring()));
    const gaps = new Gaps();
    const onAbort = () => wake.ring();
    signal.addEventListener('abort', onAbort);
    try {
      while (!signal.aborted) {
        wake.reset();
        const { events, updates, openTurnIds } = await this.readModel.read(orgId, conversationId, place);
        // News of a turn that was not watched before may have been missed.
        if (watches.keep([conversationId, ...openTurnIds])) wake.ring();
        const ready = gaps.passed(events);
        for (const event of ready) {
          // An update may stand between two turns, and each is told in the order of its time.
          for (const update of takeBefore(updates, event.at)) yield toUpdate(place, update);
          place.tell(event.turnSeq, event.seq, comingAfter(event.type));
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
function comingAfter(type: TurnEventType): Coming {
  if (type === 'turn.failed') return 'retry';
  return finalEventTypes.includes(type) ? 'nothing' : 'more';
}

/** Takes from the beginning of `updates` those of before `at`. */
function takeBefore(updates: UntoldUpdate[], at: Date): UntoldUpdate[] {
  const first = updates.findIndex((update) => update.at >= at);
  return updates.splice(0, first < 0 ? updates.length : first);
}

function toUpdate(place: ConversationPlace, update: UntoldUpdate): ConversationEvent {
  place.tellUpdate(update.seq);
  const { turnId, artifactId, kind, version, at } = update;
  const payload = { artifactId, kind, version };
  return { id: place.id, turnId, type: 'artifact.updated', at: at.toISOString(), payload };
}

function toEvent(id: string, { turnId, type, payload, at }: UntoldEvent): ConversationEvent {
  return { id, turnId, type, at: at.toISOString(), payload };
}

/** What a reader watches at the moment. */
class Watches {
  private readonly ends = new Map<string, () => void>();

  constructor(private readonly watch: (id: string) => () => void) {}

  /** Watches these and no others. @returns whether one of them is new. */
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

/** Holds the events of a turn back while one before them is missing, and no longer than it can still come. */
class Gaps {
  private readonly since = new Map<number, number>();

  passed(events: UntoldEvent[]): UntoldEvent[] {
    const reached = new Map<number, number>();
    const held = new Set<number>();
    const passed = events.filter((event) => {
      const { turnSeq, seq } = event;
      if (held.has(turnSeq)) return false;
      if (seq !== (reached.get(turnSeq) ?? event.told) + 1 && !this.isOver(turnSeq)) {
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
