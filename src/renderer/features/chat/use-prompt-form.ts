import { useEffect, useState } from 'react';
import type { CommandOutput } from '../../../shared/ipc/contract.js';
import type { OfferedPrompt } from '../../../shared/ipc/offer-schemas.js';
import type { ServerId } from '../../../shared/server.js';
import { type CommandRun, useCommand } from '../../store/use-command.js';

type Given = CommandOutput<'offers.prompt'>;
type Values = Readonly<Record<string, string>>;

export interface PromptForm {
  readonly values: Values;
  readonly set: (name: string, value: string) => void;
  /** A required argument without a value, once one tried to go on without it. */
  readonly isMissing: (name: string) => boolean;
  readonly ask: CommandRun<[], Given>;
  readonly preview: () => void;
  /** What the server gave for just these values. */
  readonly given: Given | undefined;
}

/** The arguments of a prompt, and what its server makes of them. */
export function usePromptForm(serverId: ServerId, prompt: OfferedPrompt): PromptForm {
  const [values, setValues] = useState<Values>({});
  const [checked, setChecked] = useState(false);
  const [last, setLast] = useState<{ readonly values: Values; readonly given: Given }>();
  const ask = useCommand((commands) =>
    commands['offers.prompt']({ serverId, name: prompt.name, arguments: filled(values) }),
  );
  const missing = (name: string): boolean =>
    prompt.arguments.some((one) => one.name === name && one.required) && (values[name] ?? '') === '';
  const preview = async (): Promise<void> => {
    setChecked(true);
    if (ask.busy || prompt.arguments.some(({ name }) => missing(name))) return;
    const given = await ask.run();
    if (given !== undefined) setLast({ values, given });
  };
  useEffect(() => {
    // One that needs nothing is shown at once.
    if (prompt.arguments.length === 0) void preview();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the dialog opens
  }, []);
  return {
    values,
    set: (name, value) => setValues({ ...values, [name]: value }),
    isMissing: (name) => checked && missing(name),
    ask,
    // A refusal is kept in `ask`.
    preview: () => void preview(),
    given: last?.values === values ? last.given : undefined,
  };
}

/** An optional argument that was left empty is not given. */
function filled(values: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

/** The other arguments that have a value: a server may suggest by them. */
export function otherValues(values: Values, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(filled(values)).filter(([key]) => key !== name));
}
