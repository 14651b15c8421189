import { buildCli } from './build-cli.mjs';
import { buildServers } from './build-servers.mjs';
import { buildWorkers } from './build-workers.mjs';

/** Unit tests start the sample servers, the terminal's face and the threads as they are built, from `out/`. */
export async function setup(): Promise<void> {
  await Promise.all([buildServers(), buildCli(), buildWorkers()]);
}
