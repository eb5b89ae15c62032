/**
 * Exports of `quickjs.wasm` (package quickjs-wasi) that the sandbox uses. Values of the guest are addresses in its memory,
 * and the caller frees each returned one. The package's own wrapper is not used: it runs pending jobs without a limit,
 * and can copy objects, functions and errors across the boundary, where only text may pass.
 */
export interface QuickJsExports {
  memory: WebAssembly.Memory;
  __stack_pointer: WebAssembly.Global;
  _initialize(): void;
  qjs_init2(intrinsics: number): number;
  qjs_set_interrupt_handler(on: number): void;
  qjs_set_memory_limit(bytes: number): void;
  qjs_set_max_stack_size(bytes: number): void;
  qjs_compute_memory_usage(address: number): void;
  qjs_eval(code: number, length: number, filename: number, flags: number): number;
  qjs_call(func: number, self: number, count: number, args: number): number;
  qjs_new_string(text: number, length: number): number;
  qjs_new_host_function(name: number, nameLength: number, flags: number): number;
  qjs_get_undefined(): number;
  qjs_is_exception(value: number): number;
  qjs_is_string(value: number): number;
  qjs_get_string_len(value: number, lengthAddress: number): number;
  qjs_free_cstring(text: number): void;
  qjs_get_exception(): number;
  qjs_free_value(value: number): void;
  qjs_dup_value(value: number): number;
  qjs_is_job_pending(): number;
  qjs_execute_pending_job(): number;
  qjs_get_runtime_ptr(): number;
  qjs_get_context_ptr(): number;
  qjs_set_runtime_and_context(runtime: number, context: number): void;
  wasm_malloc(bytes: number): number;
  wasm_free(address: number): void;
}

const DATE = 1 << 0;
const EVAL = 1 << 1;
const REGEXP = 1 << 2;
const JSON_ = 1 << 3;
const PROXY = 1 << 4;
const MAP_SET = 1 << 5;
const TYPED_ARRAYS = 1 << 6;
const PROMISE = 1 << 7;
const BIG_INT = 1 << 8;
const ATOB_BTOA = 1 << 12;

/** Excludes weak references (they reveal garbage collection), `performance` (a precise clock) and DOM exceptions. */
export const GUEST_INTRINSICS =
  DATE | EVAL | REGEXP | JSON_ | PROXY | MAP_SET | TYPED_ARRAYS | PROMISE | BIG_INT | ATOB_BTOA;

const WASI_BAD_DESCRIPTOR = 8;
const WASI_NOT_SUPPORTED = 52;

/** Interface of this process for a guest: a clock and one function. */
export interface GuestWorld {
  /** The guest's `Date.now()`, in milliseconds. */
  nowMs(): number;
  /** Called every few thousand operations of the guest. Returning true ends the program. */
  interrupted(): boolean;
  /** Called for each call of the host function, with the address of its arguments. Returns the address of a new value. */
  hostCall(count: number, args: number): number;
}

/** Imports of the module. They give no access to files, network, randomness or a module loader. */
export function guestImports(world: GuestWorld, memory: () => WebAssembly.Memory): WebAssembly.Imports {
  return {
    env: {
      host_call: (_name: number, _length: number, _self: number, count: number, args: number) =>
        world.hostCall(count, args),
      host_interrupt: () => (world.interrupted() ? 1 : 0),
      host_promise_rejection: () => undefined,
      host_module_normalize: () => 0,
      host_module_load: () => 0,
      host_get_timezone_offset: () => 0,
    },
    wasi_snapshot_preview1: {
      clock_time_get: (_clock: number, _precision: bigint, address: number) => {
        const nanoseconds = BigInt(Math.trunc(world.nowMs())) * 1_000_000n;
        new DataView(memory().buffer).setBigUint64(address, nanoseconds, true);
        return 0;
      },
      random_get: (address: number, length: number) => {
        new Uint8Array(memory().buffer, address, length).fill(0);
        return 0;
      },
      fd_write: () => WASI_BAD_DESCRIPTOR,
      fd_close: () => WASI_NOT_SUPPORTED,
      fd_seek: () => WASI_NOT_SUPPORTED,
      fd_fdstat_get: () => WASI_BAD_DESCRIPTOR,
    },
  };
}
