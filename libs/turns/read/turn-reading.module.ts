import { Module } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { TURN_NEWS, type TurnNews } from '#queue';
import { ConversationEventsReadModel } from './conversations/conversation-events.read-model.ts';
import { ConversationEvents } from './conversations/conversation-events.service.ts';
import { ConversationReadModel } from './conversations/conversation.read-model.ts';
import { MessageReadModel } from './conversations/message.read-model.ts';
import { TurnFeedbackService } from './feedback/turn-feedback.service.ts';
import { TurnEvents } from './turn-events.service.ts';
import { TurnReadModel } from './turn.read-model.ts';

/** Reading turns and conversations, live or not, and what readers say to them. */
@Module({
  providers: [
    {
      provide: TurnReadModel,
      inject: [Database],
      useFactory: (database: Database) => new TurnReadModel(database),
    },
    {
      provide: TurnEvents,
      inject: [Database, TURN_NEWS],
      useFactory: (database: Database, news: TurnNews) => new TurnEvents(database, news),
    },
    {
      provide: ConversationReadModel,
      inject: [Database],
      useFactory: (database: Database) => new ConversationReadModel(database),
    },
    {
      provide: MessageReadModel,
      inject: [Database],
      useFactory: (database: Database) => new MessageReadModel(database),
    },
    {
      provide: ConversationEvents,
      inject: [Database, TURN_NEWS],
      useFactory: (database: Database, news: TurnNews) =>
        new ConversationEvents(new ConversationEventsReadModel(database), news),
    },
    {
      provide: TurnFeedbackService,
      inject: [Database, CLOCK],
      useFactory: (database: Database, clock: Clock) => new TurnFeedbackService(database, clock),
    },
  ],
  exports: [
    TurnReadModel,
    TurnEvents,
    ConversationReadModel,
    MessageReadModel,
    ConversationEvents,
    TurnFeedbackService,
  ],
})
export class TurnReadingModule {}
