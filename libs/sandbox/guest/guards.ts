/**
 * Wrappers around natives of the engine that iterate over a length, or a product of lengths, without a check for
 * interruption. Each wrapper first checks the sizes and adds up the iterations. After every `CHECK_EVERY` of them it
 * calls the host, which checks the limits; the engine itself does so only once in ten thousand operations, each of which
 * may be such an iteration. If a program evades the check, the watchdog ends it together with its thread. `apply` and
 * `defineProperty` are the prelude's copies, `host` is the host function.
 */
export const GUARDS = String.raw`
  const MAX_WALK = 4000000;
  const MAX_SORT = 1000000;
  const MAX_STEPS = 60000000;
  const MAX_GROWN = 8000000;
  const MAX_CASED = 1000000;
  const MAX_MARKS = 20000;
  const CHECK_EVERY = 1000000;
  const MAX_PATTERN = 16000;
  const COMPILING = 50000;
  const UNKNOWN = 125000;
  const SUMMING = 20;

  let walked = 0;
  function spend(length) {
    // A length chosen by a program may be negative, and must not give credit for later iterations.
    if (length > 0) walked += length;
    if (walked < CHECK_EVERY) return;
    walked = 0;
    host('tick');
  }

  // The wrapper of each guarded native. The last lines of this code put them in place.
  const wrappers = new Map();
  // cost returns the number of iterations and throws if it is too large. The native is called on read(this). made
  // returns the iterations that are known only from the native's result.
  function guard(owner, names, cost, read = (self) => self, made) {
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at];
      const native = owner[name];
      if (typeof native !== 'function') continue;
      const guarded = {
        [name](...args) {
          const self = read(this);
          spend(cost(self, args, name));
          const result = apply(native, self, args);
          if (made !== undefined) spend(made(result));
          return result;
        },
      }[name];
      defineProperty(guarded, 'length', { value: native.length });
      wrappers.set(native, guarded);
    }
  }

  // The same for a native that may be called with new.
  function guardClass(native, cost) {
    wrappers.set(native, new NativeProxy(native, {
      construct(target, args, newTarget) {
        spend(cost(args));
        return construct(target, args, newTarget);
      },
      apply(target, self, args) {
        spend(cost(args));
        return apply(target, self, args);
      },
    }));
  }

  const lengthOf = (value) => (value === null || value === undefined ? 0 : +value.length || 0);
  const textOf = (value) => (typeof value === 'string' ? value : '');
  const within = (length, most, name) => {
    if (length > most) throw new NativeRangeError(name + ': the text or list is too long');
    return length;
  };
  // If the argument has one of these methods, the native delegates to it.
  const METHODS = freeze({
    __proto__: null, includes: Symbol.match, split: Symbol.split, replace: Symbol.replace, replaceAll: Symbol.replace,
    match: Symbol.match, matchAll: Symbol.matchAll, search: Symbol.search, startsWith: Symbol.match, endsWith: Symbol.match,
  });
  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
  const isNothing = (value) => value === undefined || value === null;
  // Converts a value that the native would convert, so that the native iterates over the measured text.
  const asText = (value) => (isNothing(value) || typeof value === 'symbol' ? value : NativeString(value));
  function textArgument(args, method) {
    const [needle] = args;
    if (!isObject(needle) || method === undefined || isNothing(needle[method])) args[0] = asText(needle);
    return textOf(args[0]);
  }
  const guardText = (names, cost) => guard(String.prototype, names, cost, asText);

  guard(
    Array.prototype,
    ['reverse', 'join', 'fill', 'indexOf', 'lastIndexOf', 'includes', 'copyWithin', 'slice', 'splice', 'concat',
      'toReversed', 'toSpliced', 'with', 'shift', 'unshift', 'toString', 'toLocaleString', 'every', 'some', 'forEach',
      'map', 'filter', 'reduce', 'reduceRight', 'find', 'findIndex', 'findLast', 'findLastIndex', 'flat', 'flatMap'],
    (self, args, name) => {
      let length = within(lengthOf(self), MAX_WALK, name);
      if (name === 'concat')
        for (let at = 0; at < args.length; at += 1) length += within(lengthOf(args[at]), MAX_WALK, name);
      return length;
    },
  );
  guard(Array.prototype, ['sort', 'toSorted'], (self, _args, name) => within(lengthOf(self), MAX_SORT, name));
  // An iterable has no reliable length, and the engine's own iterators are read without a check. Each call is checked.
  for (const owner of [Array, getPrototypeOf(Uint8Array)])
    guard(owner, ['from'], (_self, args, name) => within(lengthOf(args[0]), MAX_WALK, name) + CHECK_EVERY);
  guard(Math, ['sumPrecise'], (_self, args) => lengthOf(args[0]) * SUMMING + CHECK_EVERY);
  guard(Iterator.prototype, ['toArray', 'includes', 'join'], () => CHECK_EVERY);
  guard(Iterator.prototype, ['drop'], (_self, args) => ((args[0] = +args[0]) < MAX_WALK ? args[0] : MAX_WALK));
  guard(Set.prototype,
    ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
    () => CHECK_EVERY);
  const TypedArray = getPrototypeOf(Uint8Array.prototype);
  guard(TypedArray, ['sort', 'toSorted', 'join', 'toLocaleString'],
    (self, _args, name) => within(lengthOf(self), MAX_SORT, name));
  guard(TypedArray,
    ['fill', 'indexOf', 'lastIndexOf', 'includes', 'copyWithin', 'set', 'reverse', 'toReversed', 'slice', 'with'],
    (self, args) => lengthOf(self) + lengthOf(args[0]));
  guard(Uint8Array.prototype, ['toBase64', 'toHex', 'setFromBase64', 'setFromHex'],
    (self, args) => lengthOf(self) + textOf(args[0]).length);
  guard(Uint8Array, ['fromBase64', 'fromHex'], (_self, args) => textOf(args[0]).length);
  guardText(['indexOf', 'lastIndexOf', 'includes', 'split', 'replace', 'replaceAll'],
    (self, args, name) => {
      const needle = textArgument(args, METHODS[name]);
      const length = lengthOf(self);
      within(length * needle.length, MAX_STEPS, name);
      if (name !== 'replaceAll') return length;
      const places = needle === '' ? length + 1 : length / needle.length;
      if (typeof args[1] !== 'function') args[1] = args[1] === undefined ? 'undefined' : asText(args[1]);
      return within(places * textOf(args[1]).length, MAX_GROWN, name) + length;
    });
  guardText(['startsWith', 'endsWith'], (_self, args, name) => textArgument(args, METHODS[name]).length);
  guardText(
    ['isWellFormed', 'toWellFormed', 'trim', 'trimStart', 'trimEnd', 'slice', 'substring', 'substr', 'concat',
      'big', 'blink', 'bold', 'fixed', 'italics', 'small', 'strike', 'sub', 'sup'],
    (self) => lengthOf(self));
  guardText(['anchor', 'fontcolor', 'fontsize', 'link'], (self, args) => lengthOf(self) + textArgument(args).length);
  // The engine converts each letter by a search in its tables, ten times as slow as other iterations.
  guardText(['toUpperCase', 'toLowerCase', 'toLocaleUpperCase', 'toLocaleLowerCase'],
    (self, _args, name) => within(lengthOf(self), MAX_CASED, name) * 4);
  guardText(['repeat'], (self, args, name) => within(lengthOf(self) * (+args[0] || 0), MAX_GROWN, name));
  guardText(['padStart', 'padEnd'], (_self, args, name) => within(+args[0] || 0, MAX_GROWN, name));
  // Consecutive combining marks are sorted by insertion, in the worst case with a comparison to all marks before.
  guardText(['normalize', 'localeCompare'], (self, args, name) =>
    (within(lengthOf(self), MAX_MARKS, name) + within(textArgument(args).length, MAX_MARKS, name)) * 50);
  guard(String, ['raw'], (_self, args, name) => within(lengthOf(args[0] && args[0].raw), MAX_WALK, name));
  // The engine compiles a pattern without a check for interruption, and character classes take quadratic time.
  const compiling = (pattern) => within(textOf(pattern).length, MAX_PATTERN, 'RegExp') * 50 + COMPILING;
  guardText(['match', 'matchAll', 'search'], (self, args, name) => {
    const needle = textArgument(args, METHODS[name]);
    return lengthOf(self) + (isObject(args[0]) ? 0 : compiling(needle));
  });
  const NativeRegExp = RegExp;
  const nativeSource = getOwnPropertyDescriptor(NativeRegExp.prototype, 'source').get;
  // Returns undefined for objects that are not native patterns.
  function sourceOf(value) {
    if (value === NativeRegExp.prototype) return undefined;
    try { return apply(nativeSource, value, []); } catch { return undefined; }
  }
  // Returns the source to compile. An object that only claims to be a pattern is replaced by its source.
  function patternOf(args) {
    const [value] = args;
    if (!isObject(value)) return (args[0] = asText(value));
    const source = sourceOf(value);
    if (source !== undefined) return source;
    if (value[METHODS.match]) {
      if (args[1] === undefined) args[1] = value.flags;
      return (args[0] = asText(value.source));
    }
    return (args[0] = NativeString(value));
  }
  guardClass(NativeRegExp, (args) => compiling(patternOf(args)));
  guard(NativeRegExp, ['escape'], (_self, args) => textOf(args[0]).length);
  guard(NativeRegExp.prototype, ['compile'], (_self, args) => compiling(patternOf(args)));
  const nativeByteLength = getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get;
  // The cost is quadratic in the number of digits. The digits of an object are unknown.
  const reading = (value) => (isObject(value) ? CHECK_EVERY : textOf(value).length ** 2 / 50);
  guardClass(BigInt, (args) => reading(args[0]));
  guardClass(AggregateError, () => CHECK_EVERY);
  guardClass(ArrayBuffer, (args) => min(+args[0] || 0, MAX_GROWN));
  guard(globalThis,
    ['escape', 'unescape', 'encodeURI', 'encodeURIComponent', 'decodeURI', 'decodeURIComponent', 'atob', 'btoa',
      'parseInt', 'parseFloat'],
    (_self, args) => textArgument(args).length);
  for (const [owner, name] of [[Date, 'parse'], [JSON, 'parse'], [JSON, 'rawJSON'], [Symbol, 'for']])
    guard(owner, [name], (_self, args) => textArgument(args).length);
  // The serializer compares each list and object with all of its ancestors. The depth is measured along one path, by the
  // first nested value of each, as far as no code of the program is involved. A cycle has depth 0.
  const FIRST_NAMES = 8;
  const { prototype: PlainObject } = Object;
  function innerOf(value) {
    const isList = isArray(value);
    const above = isList ? undefined : getPrototypeOf(value);
    if (!isList && above !== PlainObject && above !== null) return undefined;
    if (hasOwn(value, 'toJSON')) return undefined;
    const names = isList ? ['0', value.length - 1] : keys(value);
    for (let at = 0; at < names.length && at < FIRST_NAMES; at += 1) {
      const inner = getOwnPropertyDescriptor(value, names[at])?.value;
      if (typeof inner === 'object' && inner !== null) return inner;
    }
    return undefined;
  }
  function depthOf(value, most) {
    if (typeof value !== 'object' || value === null) return 0;
    let depth = 0, mark, nextMark = 1;
    try {
      for (let inner = value; inner !== undefined && depth <= most; inner = innerOf(inner)) {
        if (inner === mark) return 0;
        depth += 1;
        if (depth !== nextMark) continue;
        mark = inner;
        nextMark *= 2;
      }
    } catch { return 0; }
    return depth;
  }
  const MAX_DEPTH = 2000;
  guard(JSON, ['stringify'],
    (_self, args, name) =>
      within(lengthOf(args[1]), 10000, name) + within(depthOf(args[0], MAX_DEPTH), MAX_DEPTH, name) ** 2,
    undefined,
    (json) => textOf(json).length);
  // The number of members is known only after the call. Natives that return a list are charged by its length, the others
  // by a fixed amount.
  const LISTING = 20;
  guard(Object, ['keys', 'values', 'entries', 'getOwnPropertyNames', 'getOwnPropertySymbols'], () => 0, undefined,
    (list) => list.length * LISTING);
  guard(Reflect, ['ownKeys'], () => 0, undefined, (list) => list.length * LISTING);
  guard(Object,
    ['assign', 'fromEntries', 'getOwnPropertyDescriptors', 'defineProperties', 'freeze', 'seal', 'isFrozen', 'isSealed'],
    () => UNKNOWN);
  guard(Object, ['create'], (_self, args) => (args[1] === undefined ? 0 : UNKNOWN));
  guard(ArrayBuffer.prototype, ['slice', 'sliceToImmutable'], (self) => apply(nativeByteLength, self, []));
  guard(ArrayBuffer.prototype, ['resize', 'transfer', 'transferToFixedLength', 'transferToImmutable'],
    (self, args) => apply(nativeByteLength, self, []) + min(+args[0] || 0, MAX_GROWN));
  guard(Function.prototype, ['toString'], () => 0, undefined, (source) => source.length);
  for (const [owner, name, at] of [[Function.prototype, 'apply', 1], [Reflect, 'apply', 2], [Reflect, 'construct', 1]])
    guard(owner, [name], (_self, args) => within(lengthOf(args[at]), 65000, name));

  // A native may be in several places, such as trimStart and trimLeft. No program has changed the globals yet.
  const places = new Set([globalThis]);
  for (const owner of places)
    for (const name of Reflect.ownKeys(owner)) {
      const property = getOwnPropertyDescriptor(owner, name);
      const { value } = property;
      if (wrappers.has(value)) defineProperty(owner, name, { ...property, value: wrappers.get(value) });
      for (const inner of [value, getPrototypeOf(owner)]) if (isObject(inner)) places.add(inner);
    }
`;
