import { Module } from '@nestjs/common';
import { Admission } from '../admission/admission.service.ts';
import { TurnQueue } from '../admission/turn-queue.ts';
import { Approvals } from './approvals.service.ts';

/** Decisions about parked turns, and the admission of turns to the queue. */
@Module({
  providers: [TurnQueue, Admission, Approvals],
  exports: [TurnQueue, Admission, Approvals],
})
export class ApprovalsModule {}
