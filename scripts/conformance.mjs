import { SUITES, runSuites, suiteLines } from './conformance/suites.mjs';
import { projectRoot } from './project.mjs';
import { ensureDependencies } from './set-up/dependencies.mjs';
import { StepFailure, runCommand } from './step-failure.mjs';

// The official conformance suite of MCP against Gatehouse's client. Without a name every suite runs.
await runCommand(async () => {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => SUITES[name] === undefined);
  if (unknown !== undefined) {
    throw new StepFailure(`There is no suite “${unknown}”. The suites are ${Object.keys(SUITES).join(', ')}.`);
  }
  await ensureDependencies(projectRoot);
  const results = await runSuites(asked.length > 0 ? asked : Object.keys(SUITES));
  for (const result of results) console.log(suiteLines(result).join('\n'));
  return results.some(({ counts }) => counts.failed > 0) ? 1 : 0;
});
