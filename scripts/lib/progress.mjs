import process from 'node:process';

const ENVIRONMENT_KEY = 'TURNPIKE_PROGRESS';
const REDRAW_MS = 1_000;
/** Without a terminal: often enough to tell a long step from a hung one. */
const SAY_AGAIN_MS = 15_000;

/** Numbered progress lines: `[1/4] Installing packages … 41 s`. On a terminal the seconds count up in place. */
export class Progress {
  constructor(total, done = 0, output = process.stdout) {
    this.total = total;
    this.done = done;
    this.output = output;
  }

  /** The number of steps that the parent process has shown. */
  static doneBefore(environment = process.env) {
    const done = Number(environment[ENVIRONMENT_KEY] ?? 0);
    delete environment[ENVIRONMENT_KEY];
    return done;
  }

  /** The environment with which a child process continues the count. */
  toEnvironment() {
    return { [ENVIRONMENT_KEY]: String(this.done) };
  }

  /**
   * Runs `work` as the next numbered step and returns what it returns.
   *
   * @param {string} title present participle: "Installing packages"
   * @param {(note: (text: string) => void) => Promise<unknown>} work `note` adds a remark after the title
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
      // Without a terminal, a step that took no time needs no second line.
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
