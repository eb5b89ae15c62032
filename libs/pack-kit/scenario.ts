/**
 * Acceptance scenarios of a pack: messages and their expected results. The same file is an end-to-end test with the
 * offline model and, with `npm run eval`, an evaluation of a real model (`docs/write-a-pack.md`).
 */
export interface ScenarioSuite {
  pack: string;
  /** Slug of the freshly seeded demo org in which the scenarios run, one after the other. */
  org: string;
  /** Day to which the dates of the demo rows are relative, such as `2026-11-16`. */
  anchor: string;
  /** Start time of the clock, ISO 8601. */
  clockAt: string;
  /** Environment variables of the deployment that override the defaults. */
  env?: (services: ServiceUrls) => Record<string, string>;
  /** A check calls the console, so it must run beside the api. */
  usesConsole?: boolean;
  /** Local servers that replace outside services, by name; started before the first scenario. */
  services?: Record<string, () => Promise<ScenarioService>>;
  scenarios: Scenario[];
}

/** A local server that replaces an outside service. */
export interface ScenarioService {
  url: string;
  close(): Promise<void>;
}

/** URLs of the services of the suite, by name. */
export type ServiceUrls = Readonly<Record<string, string>>;

/** Made by {@link scenario}. */
export interface Scenario {
  id: string;
  title: string;
  steps: ScenarioStep[];
}

export interface ScenarioStep {
  /** Text of the message; a function if it contains the URL of a service, whose port is known only at run time. */
  say: string | ((services: ServiceUrls) => string);
  /** Runs before the message in the conversation of the previous step, for example to share the screen. */
  prepare?: (place: ScenarioPlace) => Promise<void>;
  /** Id of the contact of the conversation. */
  contact: string;
  /** Handle of the staff member who writes the message. Default: the contact writes. */
  staff?: string;
  /** Default: `chat`. */
  channel?: string;
  /** Agent that the message requests. */
  agent?: string;
  /** Starts a new conversation. */
  begins?: boolean;
  /** Id of a seeded conversation that the message continues. */
  conversation?: string;
  /** Changes settings of the org, from this step until the end of the scenario. */
  settings?: (services: ServiceUrls) => Record<string, string>;
  expect: Expected;
}

type WrittenStep = Omit<ScenarioStep, 'contact'> & Partial<Pick<ScenarioStep, 'contact'>>;

/** The conversation of a scenario between two messages. */
export interface ScenarioPlace {
  conversationId: string;
  /** Sends a request to the api with an API key of the org. */
  request: (route: string, init?: RequestInit) => Promise<Response>;
  rows: SeenStep['rows'];
}

/** Expected results of a message. Absent properties are not checked. */
export interface Expected {
  /** State of the turn. Default: `completed`. */
  state?: 'completed' | 'failed' | 'awaiting_approval';
  /** Agent that answers, such as `estio/searcher`. */
  agent?: string;
  /**
   * The expected tool calls, in order. The offline model must make exactly these calls; a real model may make others in
   * between, such as a call that retrieves insights.
   */
  calls?: ExpectedCall[];
  /** Tools that no model may call. */
  neverCalls?: string[];
  /** Texts that every reply must contain: numbers, names, ids. */
  says?: (string | RegExp)[];
  /** Texts that no reply may contain. */
  neverSays?: (string | RegExp)[];
  /** Language of the reply, for every model. Default: Arabic for an Arabic message, otherwise not checked. */
  language?: 'en' | 'ar';
  /** Texts that the reply of the offline model must contain. */
  saysOffline?: (string | RegExp)[];
  /** Rows in the database after the turn. */
  rows?: ExpectedRows[];
  /** Further checks; returns descriptions of the failures. Retried for a while until it returns none. */
  check?: (seen: SeenStep) => string[] | Promise<string[]>;
}

export interface ExpectedCall {
  tool: string;
  /** Expected arguments; see {@link Like}. */
  arguments?: Like;
  /** Expected success; `any` accepts both. */
  success?: boolean | 'any';
  errorClass?: string;
  /** Expected fields of the result's `data`. */
  data?: Like;
  /** The call may be absent. */
  optional?: boolean;
  /** Only the offline model must make the call; a real model may answer without it. */
  offlineOnly?: boolean;
}

export interface ExpectedRows {
  /** A query over all orgs; the database contains only the demo orgs. */
  sql: string;
  values?: unknown[];
  /** Patterns of the expected rows; their number must equal the number of rows. */
  are: Like[];
}

/**
 * A pattern for a value. An object matches at least these fields, and a list exactly these entries. A number also matches
 * its text form, and a regular expression matches text. A function returns true for a matching value.
 */
export type Like =
  | string
  | number
  | boolean
  | null
  | RegExp
  | ((value: never) => boolean)
  | readonly Like[]
  | { readonly [field: string]: Like };

export interface SeenCall {
  tool: string;
  arguments: Record<string, unknown>;
  result: {
    success: boolean;
    data?: Record<string, unknown>;
    error?: string;
    errorClass?: string;
  };
}

/** Actual results of a message. */
export interface SeenStep {
  turnId: string;
  conversationId: string;
  traceId: string;
  state: string;
  agent: string;
  reply: string;
  calls: SeenCall[];
  services: ServiceUrls;
  /** Calls a tool over MCP in the conversation, as another client. */
  callTool: (tool: string, input: Record<string, unknown>) => Promise<SeenCall['result']>;
  /** Sends a request to `/admin/…` of the console as an admin and returns the answer. */
  asAdmin: (path: string) => Promise<unknown>;
  rows: <Row = Record<string, unknown>>(sql: string, values?: unknown[]) => Promise<Row[]>;
}

/**
 * Defines a scenario.
 *
 * @param id id in tests and reports, such as `E3`.
 * @param steps messages of one conversation; a step with `begins` starts another conversation. A step without a contact has
 * the contact of the step before, and its staff unless it names another.
 */
export function scenario(id: string, title: string, ...steps: WrittenStep[]): Scenario {
  const whole: ScenarioStep[] = [];
  for (const step of steps) {
    const before = step.contact === undefined ? whole.at(-1) : undefined;
    const contact = step.contact ?? before?.contact;
    if (contact === undefined) throw new Error(`The first step of scenario ${id} names no contact.`);
    whole.push({ ...step, contact, staff: step.staff ?? before?.staff });
  }
  return { id, title, steps: whole };
}

/** Defines the scenarios of a pack. Export them from `packs/NAME/scenarios/index.ts` as `scenarios`. */
export function defineScenarios(suite: ScenarioSuite): ScenarioSuite {
  return suite;
}
