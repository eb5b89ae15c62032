import type { Browser, Page } from 'playwright-core';

/** Script that the page runs first. It records the time of each frame. */
const RECORDER = `
  window.frames_ = [];
  const tick = (at) => { window.frames_.push(at); requestAnimationFrame(tick); };
  requestAnimationFrame(tick);`;

const STEPS = 240;
const STEP_PX = 260;
/** Number of jumps with the scroll bar; each jump shows only new rows. */
const JUMPS = 40;

export interface Scrolled {
  /** Intervals between frames, in milliseconds. */
  framesMs: number[];
  /** CPU time of each task of the page's main thread, which load from other processes does not increase. */
  taskCpuMs: number[];
}

export async function recordFrames(page: Page): Promise<void> {
  await page.addInitScript(RECORDER);
}

/** Scrolls the middle of the page with the wheel, then jumps through the whole page. */
export async function scrollThrough(browser: Browser, page: Page, scroller: string): Promise<Scrolled> {
  const box = await page.locator(scroller).boundingBox();
  if (!box) throw new Error(`${scroller} is not shown`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
  await page.evaluate('window.frames_ = []');
  for (let step = 0; step < STEPS; step += 1) await page.mouse.wheel(0, STEP_PX);
  // One jump per frame, like a dragged scroll bar.
  await page.evaluate(`new Promise((done) => {
    const rows = document.querySelector(${JSON.stringify(scroller)});
    const scrolls = (element) => element.scrollHeight > element.clientHeight + 100 && getComputedStyle(element).overflowY !== 'visible';
    let scroller = rows;
    while (scroller && !scrolls(scroller)) scroller = scroller.parentElement;
    let jump = 0;
    const next = () => {
      if (jump === ${JUMPS}) return done();
      jump += 1;
      scroller.scrollTop = (scroller.scrollHeight * ((jump * 7) % ${JUMPS})) / ${JUMPS};
      requestAnimationFrame(next);
    };
    next();
  })`);
  const moments = (await page.evaluate('window.frames_')) as number[];
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return {
    framesMs: moments.slice(1).map((at, index) => at - (moments[index] ?? at)),
    taskCpuMs: tasksOf(trace.traceEvents),
  };
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** CPU time of the thread, in microseconds. */
  tdur?: number;
  args?: { name?: string };
}

function tasksOf(events: readonly TraceEvent[]): number[] {
  const place = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(place),
  );
  return events
    .filter((event) => event.name === 'RunTask' && main.has(place(event)))
    .map(({ tdur = 0 }) => tdur / 1_000);
}
