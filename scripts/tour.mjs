import { runCommand } from './step-failure.mjs';
import { playTour } from './tour-run.mjs';

await runCommand(playTour);
