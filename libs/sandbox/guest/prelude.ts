import { GUARDS } from './guards.ts';

/**
 * What every guest has run before a program begins. It keeps copies of the natives it needs, because the program may
 * replace any of them; from the program on it walks arrays by index and never by iterator, and makes objects without a
 * prototype where a native reads them, for the same reason. The host function is known to nobody but this closure. Host
 * calls, texts only:
 *
 * `call id tool json`, `sleep id ms`, `log text`, `number json`, `date json`, `compare json`, `done json`,
 * `fail json`, `tick`. The three helpers answer with `=` and their result or `!` and what was wrong, `call` with `long` or
 * `deep` where its arguments are.
 */
export const PRELUDE = String.raw`(function (host) {
  'use strict';
  const { apply, construct, defineProperty, getPrototypeOf } = Reflect;
  const { freeze, create, getOwnPropertyDescriptor, hasOwn, keys } = Object;
  const { isArray } = Array;
  const { stringify, parse } = JSON;
  const { floor } = Math;
  const { substring } = String.prototype;
  const { min } = Math;
  const NativeError = Error;
  const NativeRangeError = RangeError;
  const NativeTypeError = TypeError;
  const NativePromise = Promise;
  const NativeProxy = Proxy;
  const NativeString = String;
  // It would hand a program the functions of this closure.
  defineProperty(NativeError, 'prepareStackTrace', { value: undefined, writable: false, configurable: false });
  // There is nobody to share memory with, and its zeros are written without asking.
  delete globalThis.SharedArrayBuffer;
  // No language has it but the engine's: what it says of the engine's memory is not for a program to say.
  const { prototype: EngineError } = InternalError;
  delete globalThis.InternalError;
  const stackOf = getOwnPropertyDescriptor(NativeError.prototype, 'stack').get;
  const AsyncFunction = (async () => {}).constructor;
  const cut = (text, length) => (text.length > length ? apply(substring, text, [0, length]) : text);
${GUARDS}
  const pending = create(null);
  let sequence = 0;
  let limits;

  // stack is that of the call, where the program has gone on since.
  function toolError(errorClass, message, stack) {
    const error = new NativeError(message);
    if (stack !== undefined)
      defineProperty(error, 'stack', { __proto__: null, value: stack, writable: true, configurable: true });
    defineProperty(error, 'name', { __proto__: null, value: 'ToolError', configurable: true });
    defineProperty(error, 'errorClass', { __proto__: null, value: errorClass, enumerable: true });
    return error;
  }

  // What tells the host throws where that is refused.
  function waitFor(ask) {
    const stack = apply(stackOf, new NativeError(), []);
    return new NativePromise((resolve, reject) => {
      const id = sequence + 1;
      ask('' + id);
      sequence = id;
      pending[id] = { resolve, reject, stack };
    });
  }

  const tooDeep = (name) => toolError('LIMIT_EXCEEDED',
    'The arguments of ' + name + ' are nested more than ' + limits.nesting + ' deep.');

  function callTool(name, input) {
    if (depthOf(input, limits.nesting) > limits.nesting) throw tooDeep(name);
    const json = stringify(input === undefined ? {} : input);
    if (typeof json === 'string') spend(json.length);
    if (typeof json !== 'string' || json[0] !== '{')
      throw toolError('VALIDATION_FAILED', name + ' takes one object.');
    return waitFor((id) => {
      const refused = host('call', id, name, json);
      if (refused === 'long')
        throw toolError('LIMIT_EXCEEDED', 'The arguments of ' + name + ' are over ' + limits.argumentBytes + ' bytes.');
      if (refused === 'deep') throw tooDeep(name);
    });
  }

  function settle(id, kind, text) {
    const waiting = pending[id];
    if (!waiting) return;
    delete pending[id];
    const value = parse(text);
    if (kind === 'ok') waiting.resolve(value);
    else waiting.reject(toolError(value.errorClass, value.message, waiting.stack));
  }

  function fixed(owner, name, value) {
    defineProperty(owner, name, { value, enumerable: true, writable: false, configurable: false });
  }

  function grant(names) {
    const granted = create(null);
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at];
      const tool = freeze({ async [name](input) { return callTool(name, input); } }[name]);
      fixed(granted, name, tool);
      if (!hasOwn(globalThis, name)) fixed(globalThis, name, tool);
    }
    const tools = new NativeProxy(freeze(granted), {
      get(target, name) {
        if (typeof name !== 'string' || name === 'then' || name === 'toJSON' || hasOwn(target, name)) return target[name];
        return async () => {
          throw toolError('TOOL_NOT_ALLOWED', 'This program may not call ' + cut(name, 80) + '.');
        };
      },
    });
    fixed(globalThis, 'tools', tools);
  }

  function printed(value) {
    if (typeof value === 'string') return value;
    try {
      if (value instanceof NativeError) return value.name + ': ' + value.message;
      if (depthOf(value, MAX_DEPTH) > MAX_DEPTH) return '[nested too deep]';
      const json = stringify(value);
      if (json !== undefined) spend(json.length);
      return json === undefined ? NativeString(value) : json;
    } catch {
      return '[unprintable]';
    }
  }

  let logRoom = 0;
  function log(...values) {
    if (logRoom <= 0) return;
    let line = '';
    for (let at = 0; at < values.length && line.length < logRoom; at += 1) line += (at ? ' ' : '') + printed(values[at]);
    line = cut(line, logRoom);
    logRoom -= line.length + 1;
    host('log', line);
  }
  fixed(globalThis, 'console', freeze({ log, info: log, warn: log, error: log, debug: log }));

  // A list of them, put together as text: as a list it would be asked for a toJSON that the program may have given to all.
  function listed(values) {
    let json = '';
    for (let at = 0; at < values.length; at += 1) json += (at ? ',' : '[') + (stringify(values[at]) ?? 'null');
    return json + ']';
  }

  function help(kind, ...values) {
    const answer = host(kind, listed(values));
    if (typeof answer !== 'string') throw new NativeTypeError(kind + ': its arguments are too long');
    if (answer[0] !== '=') throw new NativeTypeError(apply(substring, answer, [1]));
    return apply(substring, answer, [1]);
  }
  fixed(globalThis, 'format', freeze({
    number: (value, options) => help('number', +value, options),
    date: (value, options) => help('date', value, options),
    compare: (a, b, locale) => +help('compare', NativeString(a), NativeString(b), locale),
  }));
  fixed(globalThis, 'sleep', freeze(async (milliseconds) =>
    waitFor((id) => host('sleep', id, '' + floor(min(+milliseconds || 0, 1e9))))));

  function seedRandom(seed) {
    let state = seed | 0;
    defineProperty(Math, 'random', {
      value: function random() {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = (state ^ (state >>> 15)) * 1;
        mixed = imul(mixed, state | 1);
        mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
      },
      writable: true, configurable: true,
    });
  }
  const { imul } = Math;

  function fail(phase, thrown) {
    let name = '', message = '', stack = '', errorClass = '', isEngines = false;
    try {
      if (typeof thrown === 'object' && thrown !== null) {
        isEngines = getPrototypeOf(thrown) === EngineError && !hasOwn(thrown, 'name');
        name = '' + thrown.name;
        message = '' + thrown.message;
        stack = '' + thrown.stack;
        errorClass = thrown.name === 'ToolError' ? '' + thrown.errorClass : '';
        if (!(thrown instanceof NativeError)) { name = ''; message = printed(thrown); }
      } else message = thrown === null ? 'null' : printed(thrown);
    } catch { message = message || '[unprintable]'; }
    // Without a prototype, and with texts only, it cannot be asked for a toJSON.
    host('fail', stringify({
      __proto__: null, phase, isNull: thrown === null, isEngines, name: cut(name, 100), message: cut(message, 2000), stack: cut(stack, 2000),
      errorClass: cut(errorClass, 100),
    }));
  }

  async function run(program) {
    let value;
    try { value = await program(); } catch (thrown) { fail('run', thrown); return; }
    let json;
    if (depthOf(value, limits.nesting) > limits.nesting) {
      fail('result', new NativeTypeError('it is nested more than ' + limits.nesting + ' deep.'));
      return;
    }
    try { json = value === undefined ? 'null' : stringify(value); } catch (thrown) { fail('result', thrown); return; }
    if (typeof json !== 'string') fail('result', new NativeTypeError('a function or a symbol is not JSON'));
    else if (json.length > limits.resultBytes) host('large', '' + json.length);
    else host('done', json);
  }

  function begin(settings, code) {
    const { tools, seed, ...rest } = parse(settings);
    limits = rest;
    logRoom = limits.logBytes;
    seedRandom(seed);
    grant(tools);
    let program;
    try { program = construct(AsyncFunction, [code]); } catch (thrown) { fail('compile', thrown); return; }
    run(program);
  }
  host(begin, settle);
})`;
