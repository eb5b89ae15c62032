import process from 'node:process';

const ENVIRONMENT_KEY = 'TURNPIKE_PROGRESS';
const REDRAW_MS = 1_000;
/** Into a log or another program: often enough that nobody takes a long step for a hung one. */
const SAY_AGAIN_MS = 15_000;

/** Numbered progress lines: `[1/4] Installing packages … 41 s`. On a terminal the seconds count up in place. */
export class Progress {
  constructor(total, done = 0, output = process.stdout) {
    this.total = total;
    this.done = done;
    this.output = output;
  }

  /** How many steps the process that started this one has shown. */
  static doneBefore(environment = process.env) {
    const done = Number(environment[ENVIRONMENT_KEY] ?? 0);
    delete environment[ENVIRONMENT_KEY];
    return done;
  }

  /** For the environment of a process that goes on counting. */
  toEnvironment() {
    return { [ENVIRONMENT_KEY]: String(this.done) };
  }

  /**
   * Runs `work` as the next numbered step and returns what it returns.
   *
   * @param {string} title present participle: "Installing packages"
   * @param {(note: (text: string) => void) => Promise<unknown>} work `note` adds a remark behind the title
   */
  async step(title, work) {
    this.done += 1;
    this.total = Math.max(this.total, this.done);
    const line = `[${this.done}/${this.total}] ${title} …`;
    const startedAt = performance.now();
    const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
    let remark = '';
    const live = Boolean(this.output.isTTY);
    const write = (ending) => this.output.write(`${live ? '\r\x1b[2K' : ''}${line} ${ending}${remark}`);
    const timer = live
      ? setInterval(() => write(`${seconds()} s`), REDRAW_MS)
      : setInterval(() => {
          write(`${seconds()} s so far`);
          this.output.write('\n');
        }, SAY_AGAIN_MS);
    if (live) write('');
    else this.output.write(`${line}\n`);
    const finish = (ending) => {
      clearInterval(timer);
      // Where nothing can be redrawn, a step that took no time needs no second line.
      if (!live && ending === '0 s' && !remark) return;
      write(ending);
      this.output.write('\n');
    };
    try {
      const result = await work((text) => {
        remark = text ? ` (${text})` : '';
      });
      finish(`${seconds()} s`);
      return result;
    } catch (error) {
      finish('failed');
      throw error;
    }
  }
}
