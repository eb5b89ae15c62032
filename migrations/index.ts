import type { MigrationInterface } from 'typeorm';
import { Identity1763600000001 } from './1763600000001-identity.ts';
import { Turns1763600000002 } from './1763600000002-turns.ts';
import { Spans1763600000003 } from './1763600000003-spans.ts';
import { Insights1763600000004 } from './1763600000004-insights.ts';
import { Estio1763600000005 } from './1763600000005-estio.ts';
import { Tools1763600000006 } from './1763600000006-tools.ts';
import { Changes1763600000007 } from './1763600000007-changes.ts';
import { Executor1763600000011 } from './1763600000011-executor.ts';
import { ToolMetadata1763600000012 } from './1763600000012-tool-metadata.ts';
import { Refusals1763600000016 } from './1763600000016-refusals.ts';
import { Requests1763600000013 } from './1763600000013-requests.ts';
import { FollowUps1763600000009 } from './1763600000009-follow-ups.ts';
import { ToolGaps1763600000030 } from './1763600000030-tool-gaps.ts';
import { ForgottenExamples1763600000031 } from './1763600000031-forgotten-examples.ts';
import { ToolDefinitionTexts1763600000112 } from './1763600000112-tool-definition-texts.ts';
import { Admission1763600000017 } from './1763600000017-admission.ts';
import { Files1763600000014 } from './1763600000014-files.ts';
import { FeedbackAndSharedContext1763600000015 } from './1763600000015-feedback-and-shared-context.ts';
import { Flags1763600000008 } from './1763600000008-flags.ts';
import { Mcp1763600000021 } from './1763600000021-mcp.ts';
import { Approvals1763600000018 } from './1763600000018-approvals.ts';
import { Outbound1763600000010 } from './1763600000010-outbound.ts';
import { Broker1763600000019 } from './1763600000019-broker.ts';
import { ProviderKeys1763600000022 } from './1763600000022-provider-keys.ts';
import { Budgets1763600000023 } from './1763600000023-budgets.ts';
import { Rankers1763600000020 } from './1763600000020-rankers.ts';
import { EstioBusiness1763600000090 } from './1763600000090-estio-business.ts';
import { Artifacts1763600000070 } from './1763600000070-artifacts.ts';
import { ArtifactsByTime1763600000072 } from './1763600000072-artifacts-by-time.ts';
import { SummarizedTurns1763600000071 } from './1763600000071-summarized-turns.ts';
import { ContactErasure1763600000024 } from './1763600000024-contact-erasure.ts';
import { ModelCalls1763600000025 } from './1763600000025-model-calls.ts';
import { OrgModels1763600000050 } from './1763600000050-org-models.ts';
import { InsightSearch1763600000060 } from './1763600000060-insight-search.ts';
import { Consult1763600000085 } from './1763600000085-consult.ts';
import { ErasedSpans1763600000120 } from './1763600000120-erased-spans.ts';
import { Invitations1763600000180 } from './1763600000180-invitations.ts';
import { PasswordLinks1763600000181 } from './1763600000181-password-links.ts';
import { BookingToldAt1763600000150 } from './1763600000150-booking-told-at.ts';
import { AnalyticsSchema1763600000190 } from './1763600000190-analytics-schema.ts';
import { Rollups1763600000191 } from './1763600000191-rollups.ts';
import { SavedQueries1763600000192 } from './1763600000192-saved-queries.ts';
import { PackedRollups1763600000210 } from './1763600000210-packed-rollups.ts';
import { SearchedSpans1763600000211 } from './1763600000211-searched-spans.ts';
import { FailedSpans1763600000212 } from './1763600000212-failed-spans.ts';
import { FollowUpsByTime1763600000170 } from './1763600000170-follow-ups-by-time.ts';
import { PaidCalls1763600000230 } from './1763600000230-paid-calls.ts';
import { TurnOverrides1763600000200 } from './1763600000200-turn-overrides.ts';
import { ToolRuns1763600000201 } from './1763600000201-tool-runs.ts';
import { WaitingToolRuns1763600000320 } from './1763600000320-waiting-tool-runs.ts';
import { RowRetention1763600000350 } from './1763600000350-row-retention.ts';
import { FollowUpStarts1763600000360 } from './1763600000360-follow-up-starts.ts';
import { ActivityDue1763600000420 } from './1763600000420-activity-due.ts';
import { SearchedPacks1763600000450 } from './1763600000450-searched-packs.ts';
import { DecisionRanks1763600000500 } from './1763600000500-decision-ranks.ts';
import { FastCompression1763600000510 } from './1763600000510-fast-compression.ts';
import { CallsMadeOnce1763600000520 } from './1763600000520-calls-made-once.ts';
import { CallsOfModels1763600000540 } from './1763600000540-calls-of-models.ts';
import { InsightUtterances1763600000550 } from './1763600000550-insight-utterances.ts';
import { OutdatedInsightsOfAnOrg1763600000574 } from './1763600000574-outdated-insights-of-an-org.ts';
import { NoOutdatedInsightsOfAll1763600000575 } from './1763600000575-no-outdated-insights-of-all.ts';
import { OpenTurnSpans1763600000580 } from './1763600000580-open-turn-spans.ts';
import { RollupRests1763600000590 } from './1763600000590-rollup-rests.ts';
import { SpanProcesses1763600000600 } from './1763600000600-span-processes.ts';
import { TurnsByContact1763600000610 } from './1763600000610-turns-by-contact.ts';
import { InsightsByTime1763600000570 } from './1763600000570-insights-by-time.ts';
import { MeaningOfRequests1763600000560 } from './1763600000560-meaning-of-requests.ts';
import { PackedHistograms1763600000460 } from './1763600000460-packed-histograms.ts';
import { WeeksOfRollups1763600000440 } from './1763600000440-weeks-of-rollups.ts';
import { ToolResultBytes1763600000400 } from './1763600000400-tool-result-bytes.ts';
import { InputMargin1763600000401 } from './1763600000401-input-margin.ts';
import { ModelRests1763600000402 } from './1763600000402-model-rests.ts';

/** Every migration, oldest first. A landed migration is never edited; the schema grows before it shrinks. */
export const migrations: (new () => MigrationInterface)[] = [
  Identity1763600000001,
  Turns1763600000002,
  Spans1763600000003,
  Insights1763600000004,
  Estio1763600000005,
  Tools1763600000006,
  Changes1763600000007,
  Executor1763600000011,
  ToolMetadata1763600000012,
  Refusals1763600000016,
  Requests1763600000013,
  FollowUps1763600000009,
  ToolDefinitionTexts1763600000112,
  Admission1763600000017,
  Files1763600000014,
  FeedbackAndSharedContext1763600000015,
  Flags1763600000008,
  Approvals1763600000018,
  Outbound1763600000010,
  Broker1763600000019,
  ProviderKeys1763600000022,
  Mcp1763600000021,
  Budgets1763600000023,
  Rankers1763600000020,
  ContactErasure1763600000024,
  ModelCalls1763600000025,
  ToolGaps1763600000030,
  ForgottenExamples1763600000031,
  OrgModels1763600000050,
  Artifacts1763600000070,
  SummarizedTurns1763600000071,
  ArtifactsByTime1763600000072,
  InsightSearch1763600000060,
  Consult1763600000085,
  EstioBusiness1763600000090,
  ErasedSpans1763600000120,
  Invitations1763600000180,
  PasswordLinks1763600000181,
  BookingToldAt1763600000150,
  AnalyticsSchema1763600000190,
  Rollups1763600000191,
  SavedQueries1763600000192,
  FollowUpsByTime1763600000170,
  PackedRollups1763600000210,
  PaidCalls1763600000230,
  SearchedSpans1763600000211,
  FailedSpans1763600000212,
  TurnOverrides1763600000200,
  ToolRuns1763600000201,
  WaitingToolRuns1763600000320,
  RowRetention1763600000350,
  FollowUpStarts1763600000360,
  ActivityDue1763600000420,
  WeeksOfRollups1763600000440,
  ToolResultBytes1763600000400,
  InputMargin1763600000401,
  ModelRests1763600000402,
  SearchedPacks1763600000450,
  PackedHistograms1763600000460,
  DecisionRanks1763600000500,
  FastCompression1763600000510,
  CallsMadeOnce1763600000520,
  CallsOfModels1763600000540,
  InsightUtterances1763600000550,
  MeaningOfRequests1763600000560,
  InsightsByTime1763600000570,
  OutdatedInsightsOfAnOrg1763600000574,
  NoOutdatedInsightsOfAll1763600000575,
  OpenTurnSpans1763600000580,
  RollupRests1763600000590,
  SpanProcesses1763600000600,
  TurnsByContact1763600000610,
];
