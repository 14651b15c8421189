import { buildServers } from './build-servers.mjs';

/** Unit tests start the sample servers as real children, from `out/servers`. */
export async function setup(): Promise<void> {
  await buildServers();
}
