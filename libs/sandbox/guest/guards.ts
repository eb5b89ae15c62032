/**
 * Natives of the engine that walk a length or a product of lengths without ever asking whether to stop. They are
 * wrapped with a check of the sizes first. A program that gets around the check is ended by the watchdog, at the price
 * of its thread; this keeps that rare. `apply` and `defineProperty` are the prelude's own copies.
 */
export const GUARDS = String.raw`
  const MAX_WALK = 4000000;
  const MAX_SORT = 1000000;
  const MAX_STEPS = 60000000;
  const MAX_GROWN = 16000000;
  const MAX_MARKS = 20000;

  function guard(owner, names, check) {
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at];
      const native = owner[name];
      if (typeof native !== 'function') continue;
      const guarded = {
        [name](...args) {
          check(this, args, name);
          return apply(native, this, args);
        },
      }[name];
      defineProperty(guarded, 'length', { value: native.length });
      defineProperty(owner, name, { value: guarded, writable: true, enumerable: false, configurable: true });
    }
  }

  const tooLong = (name) => new NativeRangeError(name + ': too long to walk');
  const lengthOf = (value) => (value === null || value === undefined ? 0 : +value.length || 0);
  const textOf = (value) => (typeof value === 'string' ? value : '');

  guard(
    Array.prototype,
    ['reverse', 'join', 'fill', 'indexOf', 'lastIndexOf', 'includes', 'copyWithin', 'slice', 'splice', 'concat',
      'toReversed', 'toSpliced', 'with', 'shift', 'unshift', 'toString', 'toLocaleString', 'every', 'some', 'forEach',
      'map', 'filter', 'reduce', 'reduceRight', 'find', 'findIndex', 'findLast', 'findLastIndex', 'flat', 'flatMap'],
    (self, args, name) => {
      if (lengthOf(self) > MAX_WALK) throw tooLong(name);
      if (name !== 'concat') return;
      for (let at = 0; at < args.length; at += 1) if (lengthOf(args[at]) > MAX_WALK) throw tooLong(name);
    },
  );
  guard(Array.prototype, ['sort', 'toSorted'], (self, _args, name) => {
    if (lengthOf(self) > MAX_SORT) throw tooLong(name);
  });
  guard(getPrototypeOf(Uint8Array.prototype), ['sort', 'toSorted', 'join', 'toString', 'toLocaleString'],
    (self, _args, name) => {
      if (lengthOf(self) > MAX_SORT) throw tooLong(name);
    });
  guard(String.prototype, ['indexOf', 'lastIndexOf', 'includes', 'split', 'replace', 'replaceAll'],
    (self, args, name) => {
      const needle = textOf(args[0]);
      if (lengthOf(self) * needle.length > MAX_STEPS) throw tooLong(name);
      if (name !== 'replaceAll') return;
      const places = needle === '' ? lengthOf(self) + 1 : lengthOf(self) / needle.length;
      if (places * textOf(args[1]).length > MAX_GROWN) throw tooLong(name);
    });
  // Marks that follow each other are put in order one by one.
  guard(String.prototype, ['normalize', 'localeCompare'], (self, args, name) => {
    if (lengthOf(self) > MAX_MARKS || textOf(args[0]).length > MAX_MARKS) throw tooLong(name);
  });
  guard(JSON, ['stringify'], (_self, args, name) => {
    if (lengthOf(args[1]) > 10000) throw tooLong(name);
  });
  guard(Function.prototype, ['apply'], (_self, args, name) => {
    if (lengthOf(args[1]) > 65000) throw tooLong(name);
  });
`;
