import { McpClient } from '../mcp/client.js';
import { StdioTransport } from '../mcp/transports/stdio.js';
import { childEnvironment } from '../process/child-environment.js';
import type { OpenSession } from '../servers/server-connection.js';
import type { HostEnvironment } from './ports.js';

/** Both polite steps together leave time for the last one within the three seconds that closing the host may take. */
const GRACE = { eofMs: 1_000, termMs: 1_000 };

/** Starts a local server with the short environment that children get, in its folder or the user's home. */
export function stdioOpener({ env, homeDir, version }: HostEnvironment): OpenSession {
  const client = new McpClient(version);
  return (launch, options) => {
    const { command, args, cwd = homeDir } = launch;
    const child = { command, args, env: childEnvironment(env, launch.env), cwd };
    return client.connect(new StdioTransport(child, { grace: GRACE }), options);
  };
}
