import { buildCli } from './build-cli.mjs';
import { buildServers } from './build-servers.mjs';

/** Unit tests start the sample servers and the terminal's face as real children, from `out/`. */
export async function setup(): Promise<void> {
  await Promise.all([buildServers(), buildCli()]);
}
