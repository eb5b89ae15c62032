export { cutText } from '#contracts';
export { expectationOf, type CallerKind, type DrawerList, type ToolResult, wordList } from '#contracts';
export type {
  Fill,
  Gazetteer,
  OfflineMessage,
  OfflineToolHints,
  Place,
  PlaceReader,
} from './offline-tool-hints.ts';
export {
  defineArtifactKind,
  type ArrayKey,
  type ArtifactContent,
  type ArtifactKind,
  type ArtifactSiblings,
} from './artifacts/artifact-kind.ts';
export {
  mergeStrategies,
  type ArtifactFile,
  type ArtifactReading,
  type ArtifactsPort,
  type ArtifactWrite,
  type MergeStrategy,
  type WrittenArtifact,
} from './artifacts/artifacts-port.ts';
export { alsoByName, alsoNamed, isRecord } from './artifacts/content-readers.ts';
export type { PanelSpec } from './artifacts/panel.ts';
export { filePath } from './artifacts/file-path.ts';
export {
  artifactsOf,
  artifactWritten,
  writeArtifact,
  type ArtifactWritten,
} from './artifacts/write-artifact.ts';
export { artifactUpdated, type ToolEvent } from './artifacts/tool-event.ts';
export { datasetProblems, defineDataset, type Dataset, type DatasetField } from './dataset.ts';
export type { Content } from './content.ts';
export {
  defineScenarios,
  type Expected,
  type ExpectedCall,
  type Like,
  scenario,
  type Scenario,
  type ScenarioPlace,
  ScenarioService,
  type ScenarioStep,
  type ScenarioSuite,
  type SeenCall,
  type SeenStep,
  type ServiceUrls,
} from './scenario.ts';
export {
  contentOf,
  matchUri,
  readsConversation,
  userText,
  type Complete,
  type PromptArgument,
  type ResourceContext,
  type PromptSpec,
  type PromptText,
  type ResourceSpec,
} from './resources-and-prompts.ts';
export type { PackWebhook, WebhookContext, WebhookRequest } from './pack-webhook.ts';
export { isSignedWith } from './webhook-signature.ts';
export type { McpServerAddress, McpServerSpec, ToolListing, ToolOverlay } from './mcp-server-spec.ts';
export { definePack, defineTask, packSettingsOf } from './pack.ts';
export type {
  AgentSpec,
  DemoOrg,
  IntentSpec,
  Pack,
  PackSpec,
  RecalledTurn,
  SeedContext,
  SuccessfulCall,
  Task,
  TaskTier,
} from './pack.ts';
export type { AttachedContent } from './attached-content.ts';
export type { OfflineRoutine, RoutineCall, RoutineStep, RoutineTurn } from './offline-routine.ts';
export type { MaterialTurn, PromptMaterial } from './prompt-material.ts';
export type { SeededArtifact, SeededConversation, SeededPicture, SeededTurn } from './seeded-conversation.ts';
export { playedTurn, wordedTurn, type SeededOrg } from './seeded-turn.ts';
export type { ProgramTemplate } from './program-template.ts';
export { defineTool, type Tool, type ToolSpec, type ToolTier } from './tool.ts';
export type {
  CallClient,
  CallProgress,
  ChannelRules,
  ConversationMessage,
  ConversationPort,
  ConversationResult,
  DrawersPort,
  EmbeddedText,
  FoundTool,
  InsightCategory,
  InsightSource,
  InsightSurroundings,
  MemoryPort,
  ModelTasksPort,
  NewInsight,
  RetrievedInsight,
  SharedPort,
  Speaker,
  StoredInsight,
  ToolContext,
  ToolDiscovery,
  Utterance,
} from './tool-context.ts';
export { insightCategories, insightSources, runTask } from './tool-context.ts';
export { defineImport, type PackImport } from './pack-import.ts';
export { defineAgentChoice, type AgentChoiceInput } from './agent-choice.ts';
export { claimsPolicy, type ReplyClaim } from './claims-policy.ts';
export type { PolicySituation, PolicyStanding, ReplyPolicy } from './reply-policy.ts';
export {
  CallTakenOverError,
  invalidArgument,
  notConfigured,
  preconditionFailed,
  RegistryError,
  ToolError,
} from './tool.errors.ts';
export {
  summaryInput,
  summaryParts,
  type SummaryInput,
  type SummaryParts,
  type SummarySpec,
} from './summary-spec.ts';
export {
  countText,
  enumWithSynonyms,
  keysOf,
  isoDate,
  isoDateTime,
  jsonIn,
  listOf,
  moneyText,
  ownReaders,
  percentText,
} from './argument-readers.ts';
export { booleanIn, foldedWord, meantValue, namedWord, type NamedWord } from './meant-value.ts';
export { inputSchemaOf, unsaid } from './json-schema.ts';
export { numberSetting } from './number-setting.ts';
export { idText, plainText, subjectOf, subjectArgument } from './subject.ts';
export type { Clock } from './ports/clock.ts';
export type { HttpPort, HttpRequest, HttpResponse } from './ports/http-port.ts';
export type { MailMessage, MailPort, SentMail } from './ports/mail-port.ts';
export type { OrgTransaction } from './ports/org-transaction.ts';
export type { PackSetting } from './pack-setting.ts';
export { columnsOf, insertMissing, insertRow } from './rows.ts';
export type { ToolRole } from './tool-role.ts';
