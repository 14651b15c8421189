import { resolve } from 'node:path';
import { McpServer } from '../kit/mcp-server.js';
import { serveStdio } from '../kit/stdio.js';
import { DeploymentLog } from './deployment-log.js';
import { deployTools } from './tools.js';

const USAGE = `Usage: deploy <log file>

An MCP server over stdin and stdout with the tools status and trigger.
trigger adds a line to <log file>, which is made with its folder at the first deployment; status shows the last ones.
`;

const file = process.argv[2];
if (file === undefined || file.startsWith('--')) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  const info = {
    name: 'deploy',
    title: 'Deploy',
    version: '1.0.0',
    instructions: 'A sample of a server whose tools matter: trigger replaces what runs.',
  };
  serveStdio(new McpServer(info, deployTools(new DeploymentLog(resolve(file)))));
}
