// Loaded before an app (`--import`): stack traces lead to our TypeScript. The maps of packages stay unread; to read them
// takes a sixth of a start, and 30 MB.
import { setSourceMapsSupport } from 'node:module';

setSourceMapsSupport(true, { nodeModules: false });
