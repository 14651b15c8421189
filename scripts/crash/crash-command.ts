import { crash } from './crash-rounds.test-kit.js';
import { CrashWorld } from './crash-world.test-kit.js';
import { electronSubject } from './electron-subject.test-kit.js';

/* What `npm run crash` runs once all is built. Arguments: the project's folder, how many rounds, the seed. */

const [root = '', rounds = '', seed = ''] = process.argv.slice(2);
console.log(`Seed ${seed}: --seed=${seed} chooses the same moments again.`);
const world = await CrashWorld.open(root);
try {
  const report = await crash({
    world,
    start: electronSubject(root),
    rounds: Number(rounds),
    seed: Number(seed),
    onRound: (done) => {
      if (done % 10 === 0) console.log(`${done} of ${rounds} killed`);
    },
  });
  const { kills, early, inTurn, messages, effects, unknown } = report;
  console.log(
    `${kills} kills, ${early} of them before the page stood and ${inTurn} while a turn ran. ` +
      `${messages} acknowledged messages are there; the tool ran ${effects} times, no call twice; ` +
      `${unknown} calls were cut and are known as such. Every database was sound, the record verifies, ` +
      'and the model server took every request.',
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await world.close();
}
