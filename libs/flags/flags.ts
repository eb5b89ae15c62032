import { randomUUID } from 'node:crypto';
import { ErrorCode, OpenFeature, type Client, type EvaluationDetails } from '@openfeature/server-sdk';
import type { FlagValue } from './flag-definition.ts';
import { FlagProvider } from './flag-provider.ts';
import type { FlagStore } from './flag-store.ts';
import { FlagEvaluationError, UnknownFlagError } from './flags.errors.ts';
import type { PlatformSwitch, ToolBrokerMode } from './platform-flags.ts';
import type { FlagContext } from './targeting/targeting.ts';

/**
 * Evaluates flags through the OpenFeature client, so that its hooks run and another provider can be used. The client
 * returns a promise, but the evaluation does no I/O and takes a few microseconds. Where the OpenFeature API
 * returns a default, this class throws: a misspelt key must not look like a flag that is off.
 */
export class Flags {
  private constructor(
    private readonly store: FlagStore,
    /** For code written against OpenFeature. */
    readonly client: Client,
  ) {}

  /** Loads the flags and registers a provider with OpenFeature. Each instance in a process (tests) has its own domain. */
  static async open(store: FlagStore): Promise<Flags> {
    const domain = `turnpike-${randomUUID()}`;
    await OpenFeature.setProviderAndWait(domain, new FlagProvider(store));
    return new Flags(store, OpenFeature.getClient(domain));
  }

  /**
   * The variant of a flag for this org and conversation.
   *
   * @throws UnknownFlagError; FlagEvaluationError for a boolean flag.
   */
  variant(key: 'tool_broker', context: FlagContext): Promise<ToolBrokerMode>;
  variant(key: string, context: FlagContext): Promise<string>;
  async variant(key: string, context: FlagContext): Promise<string> {
    return this.answer(await this.client.getStringDetails(key, '', { ...context }));
  }

  /**
   * True if a boolean flag is on for this org and conversation.
   *
   * @throws UnknownFlagError; FlagEvaluationError for a flag with variants.
   */
  isOn(key: PlatformSwitch, context: FlagContext): Promise<boolean>;
  isOn(key: string, context: FlagContext): Promise<boolean>;
  async isOn(key: string, context: FlagContext): Promise<boolean> {
    return this.answer(await this.client.getBooleanDetails(key, false, { ...context }));
  }

  private answer<Value extends FlagValue>(details: EvaluationDetails<Value>): Value {
    if (details.errorCode === undefined) return details.value;
    if (details.errorCode === ErrorCode.FLAG_NOT_FOUND)
      throw new UnknownFlagError(details.flagKey, this.store.catalogue.keys);
    throw new FlagEvaluationError(details.flagKey, details.errorMessage ?? details.errorCode);
  }
}
