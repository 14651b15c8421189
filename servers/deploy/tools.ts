import { ToolError, ToolRegistry } from '../kit/tool-registry.js';
import type { DeploymentLog } from './deployment-log.js';

const SERVICE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;
const VERSION = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,62}$/;
const SHOWN = 10;

/** The tools of `deploy`, over any wire. */
export function deployTools(log: DeploymentLog): ToolRegistry {
  return new ToolRegistry('deploy')
    .register({
      name: 'status',
      title: 'Deployment status',
      description: `Shows the last ${SHOWN} deployments: time, service, version. 查看最近的部署。`,
      parameters: {},
      annotations: { readOnlyHint: true, openWorldHint: false },
      run: async () => {
        const lines = await log.last(SHOWN);
        return lines.length === 0 ? 'Nothing has been deployed yet.' : lines.join('\n');
      },
    })
    .register({
      name: 'trigger',
      title: 'Trigger a deployment',
      description:
        'Deploys a version of a service, in place of the one that runs. In this sample that means: adds a line to the deployments log. 触发一次部署。',
      parameters: {
        service: 'The service: letters, digits, "_" and "-", such as "web".',
        version: 'The version: letters, digits, ".", "_", "+" and "-", such as "1.4.0".',
      },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
      run: async ({ service, version }) => {
        check('service', service, SERVICE, 'letters, digits, "_" and "-"');
        check('version', version, VERSION, 'letters, digits, ".", "_", "+" and "-"');
        return `Deployed: ${await log.append(new Date(), service, version)}`;
      },
    });
}

function check(argument: string, value: string, pattern: RegExp, allowed: string): void {
  if (pattern.test(value)) return;
  throw new ToolError(
    `The argument "${argument}" is ${JSON.stringify(value)}; use 1 to 63 characters: ${allowed}, ` +
      'the first a letter or a digit. Nothing was deployed.',
  );
}
