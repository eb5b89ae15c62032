import { randomUUID } from 'node:crypto';
import { ErrorCode, OpenFeature, type Client, type EvaluationDetails } from '@openfeature/server-sdk';
import type { FlagValue } from './flag-definition.ts';
import { FlagProvider } from './flag-provider.ts';
import type { FlagStore } from './flag-store.ts';
import { FlagEvaluationError, UnknownFlagError } from './flags.errors.ts';
import type { PlatformSwitch, ToolBrokerMode } from './platform-flags.ts';
import type { FlagContext } from './targeting/targeting.ts';

/**
 * Evaluates flags in memory, through the OpenFeature client if hooks are registered. Where the OpenFeature API returns a
 * default, this class throws: a misspelt key must not look like a flag that is off.
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
    const value = this.valueWithoutHooks(key, context);
    if (typeof value === 'string') return value;
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
    const value = this.valueWithoutHooks(key, context);
    if (typeof value === 'boolean') return value;
    return this.answer(await this.client.getBooleanDetails(key, false, { ...context }));
  }

  /** The value, if the client would only return it; undefined if it runs hooks or reports an error. */
  private valueWithoutHooks(key: string, context: FlagContext): FlagValue | undefined {
    const { store, client } = this;
    const isPlain = client.getHooks().length === 0 && OpenFeature.getHooks().length === 0;
    return isPlain && store.ready && store.catalogue.find(key)
      ? store.evaluate(key, context).value
      : undefined;
  }

  private answer<Value extends FlagValue>(details: EvaluationDetails<Value>): Value {
    if (details.errorCode === undefined) return details.value;
    if (details.errorCode === ErrorCode.FLAG_NOT_FOUND)
      throw new UnknownFlagError(details.flagKey, this.store.catalogue.keys);
    throw new FlagEvaluationError(details.flagKey, details.errorMessage ?? details.errorCode);
  }
}
