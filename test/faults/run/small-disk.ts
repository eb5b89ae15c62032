import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { withClient } from '../../harness/with-client.ts';

const run = promisify(execFile);
const PIECE = Buffer.alloc(64 * 1_024, 1);

/** A small disk (tmpfs) for one database, which can be filled. The write-ahead log stays on its original disk. */
export class SmallDisk {
  private constructor(
    private readonly serverUrl: string,
    private readonly folder: string,
    private readonly tablespace: string,
  ) {}

  /** Whether a small disk is available: it needs root, Linux, and a PostgreSQL whose files are on this machine. */
  static async isPossible(serverUrl: string): Promise<boolean> {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
    return (await ownerOfFiles(serverUrl)) !== undefined;
  }

  /** @throws Error when the disk cannot be mounted, or the server's files are not on this machine. */
  static async mount(serverUrl: string, megabytes: number): Promise<SmallDisk> {
    const owner = await ownerOfFiles(serverUrl);
    if (!owner) throw new Error('A full disk needs root, and a PostgreSQL whose files are on this machine');
    const folder = await mkdtemp(path.join(tmpdir(), 'turnpike-disk-'));
    await chmod(folder, 0o755);
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
    const disk = new SmallDisk(serverUrl, folder, `turnpike_disk_${randomBytes(5).toString('hex')}`);
    try {
      const files = path.join(folder, 'files');
      await mkdir(files);
      await chown(files, owner.uid, owner.gid);
      await withClient(serverUrl, (client) =>
        client.query(`CREATE TABLESPACE "${disk.tablespace}" LOCATION '${files}'`),
      );
      return disk;
    } catch (error) {
      await disk.unmount();
      throw error;
    }
  }

  /** Moves a database without connections to the disk. */
  async take(databaseUrl: string): Promise<void> {
    const name = new URL(databaseUrl).pathname.slice(1);
    await withClient(this.serverUrl, (client) =>
      client.query(`ALTER DATABASE "${name}" SET TABLESPACE "${this.tablespace}"`),
    );
  }

  /** Fills the disk until it accepts no more bytes. */
  async fill(): Promise<void> {
    const file = await open(this.filler, 'a');
    try {
      for (;;) await file.write(PIECE);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      await file.close();
    }
  }

  async free(): Promise<void> {
    await rm(this.filler, { force: true });
  }

  /** Call it after the database has been dropped. */
  async stop(): Promise<void> {
    await withClient(this.serverUrl, (client) =>
      client.query(`DROP TABLESPACE IF EXISTS "${this.tablespace}"`),
    );
    await this.unmount();
  }

  private get filler(): string {
    return path.join(this.folder, 'filler');
  }

  private async unmount(): Promise<void> {
    await run('umount', [this.folder]);
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The user of the server process; undefined if its files are not on this machine. */
async function ownerOfFiles(serverUrl: string): Promise<{ uid: number; gid: number } | undefined> {
  const folder = await withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    return rows[0]?.data_directory ?? '';
  });
  return stat(folder).catch(() => undefined);
}
