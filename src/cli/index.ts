import { EXIT } from './exit-codes.js';
import { helpText } from './help-text.js';
import { type Invocation, readInvocation } from './invocation.js';

/*
 * The entry. It knows the command line and the help; all else is loaded once there is work, so that help comes at once.
 */

// The build puts it in.
const version = String(import.meta.env.GATEHOUSE_VERSION);

async function exitCode(invocation: Invocation): Promise<number> {
  switch (invocation.kind) {
    case 'help':
      process.stdout.write(helpText(invocation.topic));
      return EXIT.ok;
    case 'version':
      process.stdout.write(`${version}\n`);
      return EXIT.ok;
    case 'mistake': {
      const more = `gatehouse ${invocation.topic === undefined ? '' : `${invocation.topic} `}--help`;
      process.stderr.write(`gatehouse: ${invocation.message}\nSee: ${more}\n`);
      return EXIT.usage;
    }
    default: {
      const { run } = await import('./run.js');
      return run(invocation.work, version);
    }
  }
}

process.exitCode = await exitCode(readInvocation(process.argv.slice(2)));
