import { refusalOf } from './commands.mjs';

describe('the npm scripts', () => {
  it('are named where there is no such one', () => {
    expect(refusalOf('strat', [])).toMatch(/^Usage: .*\nCommands: start, dev, worker, test/);
    expect(refusalOf('constructor', [])).toMatch(/^Usage/);
    expect(refusalOf(undefined, [])).toMatch(/^Usage/);
  });

  it('take what follows them, or say that they do not, and what to do instead', () => {
    expect(refusalOf('start', [])).toBeUndefined();
    expect(refusalOf('tools', ['--', 'list'])).toBeUndefined();
    expect(refusalOf('start', ['--port', '5'])).toMatch(/takes no arguments, found "--port 5"\. .*\.env/);
  });
});
