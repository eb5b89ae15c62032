import {
  FlagNotFoundError,
  OpenFeatureEventEmitter,
  ProviderEvents,
  ProviderNotReadyError,
  StandardResolutionReasons,
  TypeMismatchError,
  type EvaluationContext,
  type JsonValue,
  type Provider,
  type ResolutionDetails,
} from '@openfeature/server-sdk';
import type { FlagStore } from './flag-store.ts';
import type { FlagEvaluation } from './targeting/targeting.ts';

/**
 * OpenFeature provider for the flags in our tables. The evaluation context is `{ orgId, conversationId }`. The result names
 * the deciding place in `flagMetadata.source`. An unknown key is the error FLAG_NOT_FOUND.
 */
export class FlagProvider implements Provider {
  readonly metadata = { name: 'turnpike' } as const;
  readonly runsOn = 'server';
  readonly events = new OpenFeatureEventEmitter();
  private readonly stopListening: () => void;

  constructor(private readonly store: FlagStore) {
    this.stopListening = store.onChange((flagsChanged) =>
      this.events.emit(ProviderEvents.ConfigurationChanged, { flagsChanged }),
    );
  }

  async initialize(): Promise<void> {
    await this.store.refresh();
  }

  async onClose(): Promise<void> {
    this.stopListening();
  }

  async resolveBooleanEvaluation(
    key: string,
    _default: boolean,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<boolean>> {
    const evaluation = this.evaluate(key, context);
    if (typeof evaluation.value !== 'boolean')
      throw new TypeMismatchError(`${key} has variants; ask for text`);
    return { value: evaluation.value, ...explain(evaluation) };
  }

  async resolveStringEvaluation(
    key: string,
    _default: string,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<string>> {
    const evaluation = this.evaluate(key, context);
    if (typeof evaluation.value !== 'string') throw new TypeMismatchError(`${key} is a boolean flag`);
    return { value: evaluation.value, ...explain(evaluation) };
  }

  async resolveNumberEvaluation(key: string): Promise<ResolutionDetails<number>> {
    this.store.catalogue.get(key);
    throw new TypeMismatchError(`${key} is not a number`);
  }

  async resolveObjectEvaluation<Value extends JsonValue>(key: string): Promise<ResolutionDetails<Value>> {
    this.store.catalogue.get(key);
    throw new TypeMismatchError(`${key} is not an object`);
  }

  private evaluate(key: string, { orgId, conversationId }: EvaluationContext): FlagEvaluation {
    if (!this.store.catalogue.find(key)) throw new FlagNotFoundError(`There is no flag "${key}"`);
    if (!this.store.ready) throw new ProviderNotReadyError('The flags have not been read yet');
    return this.store.evaluate(key, { orgId: asText(orgId), conversationId: asText(conversationId) });
  }
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function explain({ value, source }: FlagEvaluation): Omit<ResolutionDetails<never>, 'value'> {
  return { variant: String(value), reason: reasonOf(source), flagMetadata: { source } };
}

function reasonOf(source: FlagEvaluation['source']): string {
  switch (source) {
    case 'kill':
      return StandardResolutionReasons.DISABLED;
    case 'conversation':
    case 'org':
      return StandardResolutionReasons.TARGETING_MATCH;
    case 'share':
      return StandardResolutionReasons.SPLIT;
    case 'default':
    case 'code':
      return StandardResolutionReasons.DEFAULT;
  }
}
