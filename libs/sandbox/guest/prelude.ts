import { GUARDS } from './guards.ts';

/**
 * Code that every guest runs before a program starts. It keeps copies of the natives that it needs, because the program
 * may replace any of them. For the same reason it iterates over arrays by index, and passes objects without a prototype
 * to natives. Only this closure knows the host function. Host calls, with strings only:
 *
 * `call id tool json`, `sleep id ms`, `log text`, `number json`, `date json`, `compare json`, `done json`,
 * `fail json`, `tick`. The three helpers return `=` and a result, or `!` and an error message. `call` returns `long` or
 * `deep` if its arguments are too long or nested too deep.
 */
export const PRELUDE = String.raw`(function (host) {
  'use strict';
  const { apply, construct, defineProperty, getPrototypeOf } = Reflect;
  const { freeze, create, getOwnPropertyDescriptor, hasOwn, keys } = Object;
  const { isArray } = Array;
  const { stringify, parse } = JSON;
  const { substring } = String.prototype;
  const { floor, imul, min } = Math;
  const NativeError = Error;
  const NativeRangeError = RangeError;
  const NativeTypeError = TypeError;
  const NativePromise = Promise;
  const NativeProxy = Proxy;
  const NativeString = String;
  // A program could otherwise obtain the functions of this closure.
  defineProperty(NativeError, 'prepareStackTrace', { value: undefined, writable: false, configurable: false });
  // No other thread shares memory with a guest, and its initialization has no check for interruption.
  delete globalThis.SharedArrayBuffer;
  // Only the engine may throw InternalError, because the host trusts it as a report on the engine's memory.
  const { prototype: EngineError } = InternalError;
  delete globalThis.InternalError;
  const stackOf = getOwnPropertyDescriptor(NativeError.prototype, 'stack').get;
  const AsyncFunction = (async () => {}).constructor;
  const cut = (text, length) => (text.length > length ? apply(substring, text, [0, length]) : text);
${GUARDS}
  const pending = create(null);
  let sequence = 0;
  let limits;

  // stack is the stack of the call, if the program has continued since.
  function toolError(errorClass, message, stack) {
    const error = new NativeError(message);
    if (stack !== undefined)
      defineProperty(error, 'stack', { __proto__: null, value: stack, writable: true, configurable: true });
    defineProperty(error, 'name', { __proto__: null, value: 'ToolError', configurable: true });
    defineProperty(error, 'errorClass', { __proto__: null, value: errorClass, enumerable: true });
    return error;
  }

  // ask sends the request to the host and throws if the host refuses it.
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

  // Serializes a list as text, because stringify would call a toJSON that the program may have added to all arrays.
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
    // An object without a prototype and with strings only has no toJSON of the program.
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
