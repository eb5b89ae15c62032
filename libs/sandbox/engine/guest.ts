import { MEMORY_LIMIT_BYTES, STACK_LIMIT_BYTES } from '../limits.ts';
import { GUEST_INTRINSICS, guestImports, type GuestWorld, type QuickJsExports } from './quickjs-abi.ts';
import { imageParts, writeImage, type GuestImage } from './guest-image.ts';

/**
 * Free memory of a fresh guest. Without it every copy of the image would grow the memory again, because the image's
 * allocator does not know what an earlier program had added.
 */
const FREE_ROOM_BYTES = 1024 * 1024;
/** Size of the engine's memory usage struct. Its first field is `malloc_size`. */
const MEMORY_USAGE_BYTES = 26 * 8;
/** Size of the argument list of {@link Guest.call}: four addresses. */
const CALL_LIST_BYTES = 4 * 4;

/** One instance of QuickJS with a memory of its own. Only text goes in and out. */
export class Guest {
  private readonly quickjs: QuickJsExports;
  private bytes = Buffer.alloc(0);
  private numbers = new DataView(this.bytes.buffer);
  private callList = 0;
  private textLength = 0;
  /** The host interface of the current program. */
  private readonly world: { current: GuestWorld };

  private constructor(quickjs: QuickJsExports, world: { current: GuestWorld }) {
    this.quickjs = quickjs;
    this.world = world;
  }

  private static instantiate(module: WebAssembly.Module, world: GuestWorld): Guest {
    const current = { current: world };
    const late: { memory?: WebAssembly.Memory } = {};
    const imports = guestImports(
      {
        nowMs: () => current.current.nowMs(),
        interrupted: () => current.current.interrupted(),
        hostCall: (count, args) => current.current.hostCall(count, args),
      },
      () => late.memory as WebAssembly.Memory,
    );
    const instance = new WebAssembly.Instance(module, imports);
    const quickjs = instance.exports as unknown as QuickJsExports;
    late.memory = quickjs.memory;
    return new Guest(quickjs, current);
  }

  /**
   * Runs `prelude` in a new guest and returns an image of its memory. The prelude is a function expression that takes the
   * host function; it passes its own functions `begin` and `settle` by calling the host with them.
   */
  static prepare(module: WebAssembly.Module, prelude: string): GuestImage {
    const functions: number[] = [];
    const guest = Guest.instantiate(module, {
      nowMs: () => 0,
      interrupted: () => false,
      hostCall: (count, args) => {
        for (let at = 0; at < count; at += 1)
          functions.push(guest.quickjs.qjs_dup_value(guest.argument(args, at)));
        return guest.quickjs.qjs_get_undefined();
      },
    });
    const { quickjs } = guest;
    quickjs._initialize();
    if (quickjs.qjs_init2(GUEST_INTRINSICS) !== 0) throw new Error('QuickJS failed to initialize.');
    quickjs.qjs_set_memory_limit(MEMORY_LIMIT_BYTES);
    quickjs.qjs_set_max_stack_size(STACK_LIMIT_BYTES);
    quickjs.qjs_set_interrupt_handler(1);
    guest.runPrelude(prelude);
    const [begin, settle] = functions;
    if (begin === undefined || settle === undefined)
      throw new Error('The prelude did not pass its functions to the host.');
    guest.callList = quickjs.wasm_malloc(CALL_LIST_BYTES);
    guest.textLength = quickjs.wasm_malloc(4);
    quickjs.wasm_free(quickjs.wasm_malloc(FREE_ROOM_BYTES));
    return guest.image(begin, settle);
  }

  /** Creates a guest from an image. */
  static fromImage(module: WebAssembly.Module, image: GuestImage, world: GuestWorld): Guest {
    const guest = Guest.instantiate(module, world);
    guest.reset(image, world);
    return guest;
  }

  reset(image: GuestImage, world: GuestWorld): void {
    const { memory } = this.quickjs;
    const missing = image.lengthBytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65_536));
    this.refreshViews();
    writeImage(this.bytes, image.parts);
    this.callList = image.callList;
    this.textLength = image.textLength;
    this.quickjs.__stack_pointer.value = image.stackPointer;
    this.quickjs.qjs_set_runtime_and_context(image.runtime, image.context);
    this.world.current = world;
  }

  /** Assigns a program to a fresh guest. */
  use(world: GuestWorld): void {
    this.world.current = world;
  }

  /** True if the memory has grown. Memory never shrinks, so such a guest is discarded. */
  hasOutgrown(image: GuestImage): boolean {
    return this.quickjs.memory.buffer.byteLength > image.lengthBytes;
  }

  /** True if the memory has come near its limit. Memory never shrinks. */
  isFull(): boolean {
    return this.quickjs.memory.buffer.byteLength > 0.75 * MEMORY_LIMIT_BYTES;
  }

  /** Total memory, used or not. */
  memoryBytes(): number {
    return this.quickjs.memory.buffer.byteLength;
  }

  /** Bytes allocated by the program, according to the engine. */
  heldBytes(): number {
    const address = this.quickjs.wasm_malloc(MEMORY_USAGE_BYTES);
    if (address === 0) return this.memoryBytes();
    this.quickjs.qjs_compute_memory_usage(address);
    this.refreshViews();
    const bytes = this.numbers.getBigInt64(address, true);
    this.quickjs.wasm_free(address);
    return Number(bytes);
  }

  /** Calls a function of the image with at most four strings. Returns false if it threw; the exception is dropped. */
  call(func: number, ...texts: string[]): boolean {
    const { quickjs } = this;
    const values = texts.map((text) => this.newText(text));
    // The engine's copy of a string may have grown the memory.
    this.refreshViews();
    values.forEach((value, at) => this.numbers.setUint32(this.callList + at * 4, value, true));
    const result = quickjs.qjs_call(func, quickjs.qjs_get_undefined(), values.length, this.callList);
    for (const value of values) quickjs.qjs_free_value(value);
    const ok = quickjs.qjs_is_exception(result) === 0;
    if (!ok) quickjs.qjs_free_value(quickjs.qjs_get_exception());
    quickjs.qjs_free_value(result);
    return ok;
  }

  /** Runs at most `count` pending jobs. Returns false if none remains. A job that throws does not affect the others. */
  runJobs(count: number): boolean {
    for (let done = 0; done < count; done += 1) {
      if (this.quickjs.qjs_is_job_pending() === 0) return false;
      if (this.quickjs.qjs_execute_pending_job() < 0)
        this.quickjs.qjs_free_value(this.quickjs.qjs_get_exception());
    }
    return this.quickjs.qjs_is_job_pending() !== 0;
  }

  /** Reads a string argument of a host call. Returns its length instead if it exceeds `maxBytes`, and undefined for other values. */
  textArgument(args: number, at: number, maxBytes: number): string | { tooLongBytes: number } | undefined {
    const { quickjs } = this;
    const value = this.argument(args, at);
    if (quickjs.qjs_is_string(value) === 0) return undefined;
    const text = quickjs.qjs_get_string_len(value, this.textLength);
    if (text === 0) return undefined;
    this.refreshViews();
    const length = this.numbers.getUint32(this.textLength, true);
    const read =
      length > maxBytes ? { tooLongBytes: length } : this.bytes.toString('utf8', text, text + length);
    quickjs.qjs_free_cstring(text);
    return read;
  }

  newText(text: string): number {
    const { address, length } = this.writeText(text);
    if (address === 0) return this.quickjs.qjs_get_undefined();
    const value = this.quickjs.qjs_new_string(address, length);
    this.quickjs.wasm_free(address);
    return value;
  }

  undefinedValue(): number {
    return this.quickjs.qjs_get_undefined();
  }

  private argument(args: number, at: number): number {
    this.refreshViews();
    return this.numbers.getUint32(args + at * 4, true);
  }

  /** Updates `bytes` and `numbers`, because grown memory has a new buffer. Call it after anything that may allocate. */
  private refreshViews(): void {
    const { buffer } = this.quickjs.memory;
    if (this.bytes.buffer === buffer) return;
    this.bytes = Buffer.from(buffer);
    this.numbers = new DataView(buffer);
  }

  private runPrelude(prelude: string): void {
    const { quickjs } = this;
    const code = this.writeText(prelude);
    const filename = this.writeText('prelude');
    const func = quickjs.qjs_eval(code.address, code.length, filename.address, 0);
    const name = this.writeText('host');
    const host = quickjs.qjs_new_host_function(name.address, name.length, 0);
    const list = quickjs.wasm_malloc(4);
    this.refreshViews();
    this.numbers.setUint32(list, host, true);
    const result = quickjs.qjs_call(func, quickjs.qjs_get_undefined(), 1, list);
    if (quickjs.qjs_is_exception(result) !== 0) throw new Error('The prelude threw an exception.');
    quickjs.qjs_free_value(result);
    quickjs.qjs_free_value(func);
    quickjs.qjs_free_value(host);
    for (const address of [code.address, filename.address, name.address, list]) quickjs.wasm_free(address);
  }

  /** Writes a string into the guest's memory. Address 0 means that no memory is available. */
  private writeText(text: string): { address: number; length: number } {
    const length = Buffer.byteLength(text);
    const address = this.quickjs.wasm_malloc(length + 1);
    this.refreshViews();
    if (address === 0) return { address, length };
    this.bytes.write(text, address, length);
    this.bytes[address + length] = 0;
    return { address, length };
  }

  private image(begin: number, settle: number): GuestImage {
    const { callList, textLength } = this;
    if (callList === 0 || textLength === 0) throw new Error('The guest has no memory for its call buffers.');
    this.refreshViews();
    return {
      parts: imageParts(this.bytes),
      lengthBytes: this.bytes.length,
      stackPointer: this.quickjs.__stack_pointer.value,
      runtime: this.quickjs.qjs_get_runtime_ptr(),
      context: this.quickjs.qjs_get_context_ptr(),
      begin,
      settle,
      callList,
      textLength,
    };
  }
}
