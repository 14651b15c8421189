import { useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import { centsOf, dollarsOfCents } from './dollar-amount.js';
import { SavedField } from './SavedField.js';
import { wholeNumber } from './whole-number.js';

const ROUNDS = { min: 1, max: 200 };
const TOKENS = { min: 10_000, max: 1_000_000_000 };
const MINUTES = { min: 1, max: 1440 };
/** Seconds. */
const TIMEOUT = { min: 10, max: 86_400 };

/** How far a turn goes by itself, and how long a question waits. */
export function LimitFields() {
  const words = useWords();
  const { maxRounds, maxTurnTokens, maxTurnCents, maxTurnMinutes, approvalTimeoutSeconds } = useApp(
    (app) => app.settings,
  );
  const within = (range: typeof ROUNDS) => (text: string) =>
    wholeNumber(text, range.min, range.max) === undefined ? words.settings.range(range.min, range.max) : undefined;
  return (
    <>
      <SavedField
        short
        label={words.settings.maxRounds}
        hint={words.settings.maxRoundsHint}
        value={String(maxRounds)}
        check={within(ROUNDS)}
        save={(commands, text) => commands['settings.update']({ maxRounds: Number(text) })}
      />
      <SavedField
        short
        label={words.turn.maxTokens}
        hint={words.turn.maxTokensHint}
        value={String(maxTurnTokens)}
        check={within(TOKENS)}
        save={(commands, text) => commands['settings.update']({ maxTurnTokens: Number(text) })}
      />
      <SavedField
        short
        label={words.budget.maxCost}
        hint={words.budget.maxCostHint}
        value={dollarsOfCents(maxTurnCents)}
        check={(text) => (centsOf(text) === undefined ? words.budget.costRange : undefined)}
        save={(commands, text) => commands['settings.update']({ maxTurnCents: centsOf(text) ?? maxTurnCents })}
      />
      <SavedField
        short
        label={words.turn.maxMinutes}
        hint={words.turn.maxMinutesHint}
        value={String(maxTurnMinutes)}
        check={within(MINUTES)}
        save={(commands, text) => commands['settings.update']({ maxTurnMinutes: Number(text) })}
      />
      <SavedField
        short
        label={words.settings.timeout}
        hint={words.settings.timeoutHint}
        value={String(approvalTimeoutSeconds)}
        check={within(TIMEOUT)}
        save={(commands, text) => commands['settings.update']({ approvalTimeoutSeconds: Number(text) })}
      />
    </>
  );
}
