import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { JsonObject } from '../../../shared/json.js';
import type { Verdict } from '../../../shared/policy.js';
import type { ServerView } from '../../../shared/server.js';
import type { ToolView } from '../../../shared/tool.js';
import { visibleText } from '../../../shared/visible-text.js';
import type { Words } from '../../i18n/en.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button, IconButton } from '../../ui/Button.js';
import { Choice } from '../../ui/Choice.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Field } from '../../ui/Field.js';
import { Modal, ModalBody, ModalFoot } from '../../ui/Modal.js';
import { SelectBox } from '../../ui/SelectBox.js';
import { TextInput } from '../../ui/TextInput.js';
import { argumentNames, CONDITIONS, kindOf, type TestDraft, testOf } from './argument-form.js';
import styles from './ArgumentRuleDialog.module.css';
import { isGuarded } from './badge-tone.js';

/** More conditions than this in one rule nobody reads. */
const MAX_TESTS = 8;
const VERDICTS: readonly Verdict[] = ['allow', 'confirm', 'deny'];

/** A new rule about arguments: which tool, what its arguments must be, and what then. */
export function ArgumentRuleDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useWords();
  const all = useApp((app) => app.servers);
  const servers = all.filter((server) => server.tools.length > 0);
  const [serverId, setServerId] = useState(servers[0]?.id ?? '');
  const tools = servers.find((server) => server.id === serverId)?.tools ?? [];
  const [chosen, setChosen] = useState('');
  const tool = tools.find(({ name }) => name === chosen) ?? tools[0];
  const schema = tool?.inputSchema ?? {};
  const [drafts, setDrafts] = useState<readonly TestDraft[]>([{ argument: '', condition: 'under', value: '' }]);
  const [verdict, setVerdict] = useState<Verdict>('deny');
  const filled = drafts.map((draft) => ({ ...draft, argument: argumentOf(draft, schema) }));
  const when = filled.map((draft) => testOf(draft, schema)).filter((test) => test !== undefined);
  const guarded = tool !== undefined && isGuarded(tool.badges);
  const add = useCommand((commands) =>
    commands['policy.addArgumentRule']({ serverId, tool: tool?.name ?? '', when, verdict }),
  );
  const submit = async (): Promise<void> => {
    if ((await add.run()) !== undefined) onClose();
  };
  return (
    <Modal title={words.argumentRules.addTitle} open onClose={onClose}>
      <ModalBody>
        <ToolPick servers={servers} serverId={serverId} tool={tool} onServer={setServerId} onTool={setChosen} />
        <TestRows drafts={filled} schema={schema} onChange={setDrafts} />
        <Choice
          label={words.argumentRules.verdict}
          value={verdict}
          options={verdictOptions(words)}
          onChange={setVerdict}
        />
        {verdict === 'allow' ? (
          <p className={styles.note}>{guarded ? words.argumentRules.guardedNote : words.argumentRules.allowNote}</p>
        ) : null}
        <ErrorNote message={add.error} />
      </ModalBody>
      <ModalFoot>
        <Button onClick={onClose}>{words.app.cancel}</Button>
        <Button
          look="primary"
          disabled={tool === undefined || when.length < drafts.length || (guarded && verdict === 'allow') || add.busy}
          waiting={add.slow}
          onClick={() => void submit()}
        >
          {words.argumentRules.save}
        </Button>
      </ModalFoot>
    </Modal>
  );
}

/** Until another is chosen, the first argument of the tool; one of a former tool does not count. */
function argumentOf({ argument }: TestDraft, schema: JsonObject): string {
  const names = argumentNames(schema);
  return names.includes(argument) ? argument : (names[0] ?? '');
}

function verdictOptions(words: Words): readonly { readonly value: Verdict; readonly label: string }[] {
  return VERDICTS.map((value) => ({ value, label: words.policy[value] }));
}

interface LabelledProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

function Labelled({ label, value, options, onChange }: LabelledProps) {
  return (
    <Field label={label}>
      {({ id }) => (
        <SelectBox
          id={id}
          label={label}
          value={value}
          options={options.map(([option, text]) => ({ value: option, label: text }))}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

interface ToolPickProps {
  readonly servers: readonly ServerView[];
  readonly serverId: string;
  readonly tool: ToolView | undefined;
  readonly onServer: (id: string) => void;
  readonly onTool: (name: string) => void;
}

function ToolPick({ servers, serverId, tool, onServer, onTool }: ToolPickProps) {
  const words = useWords();
  const tools = servers.find((server) => server.id === serverId)?.tools ?? [];
  return (
    <>
      {tool === undefined ? <p className={styles.note}>{words.argumentRules.noTool}</p> : null}
      <div className={styles.pair}>
        <Labelled
          label={words.argumentRules.server}
          value={serverId}
          options={servers.map(({ id, name }) => [id, name])}
          onChange={onServer}
        />
        <Labelled
          label={words.argumentRules.tool}
          value={tool?.name ?? ''}
          options={tools.map(({ name }) => [name, visibleText(name)])}
          onChange={onTool}
        />
      </div>
    </>
  );
}

interface TestRowsProps {
  readonly drafts: readonly TestDraft[];
  readonly schema: JsonObject;
  readonly onChange: (drafts: readonly TestDraft[]) => void;
}

function TestRows({ drafts, schema, onChange }: TestRowsProps) {
  const words = useWords();
  return (
    <>
      {drafts.map((draft, index) => (
        <TestRow
          key={index}
          number={index + 1}
          draft={draft}
          schema={schema}
          onChange={(next) => onChange(drafts.with(index, next))}
          {...(drafts.length > 1 ? { onDrop: () => onChange(drafts.toSpliced(index, 1)) } : {})}
        />
      ))}
      {drafts.length < MAX_TESTS ? (
        <div>
          <Button
            look="quiet"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => onChange([...drafts, { argument: '', condition: 'equals', value: '' }])}
          >
            {words.argumentRules.and}
          </Button>
        </div>
      ) : null}
    </>
  );
}

interface TestRowProps {
  readonly number: number;
  readonly draft: TestDraft;
  readonly schema: JsonObject;
  readonly onChange: (draft: TestDraft) => void;
  /** Absent for the only one. */
  readonly onDrop?: () => void;
}

function TestRow({ number, draft, schema, onChange, onDrop }: TestRowProps) {
  const words = useWords();
  const { argument, condition, value } = draft;
  const argumentOptions = argumentNames(schema).map((name): [string, string] => [name, visibleText(name)]);
  return (
    <div className={styles.test} role="group" aria-label={words.argumentRules.test(number)}>
      <Labelled
        label={words.argumentRules.argument}
        value={argument}
        options={argumentOptions}
        onChange={(next) => onChange({ ...draft, argument: next })}
      />
      <Labelled
        label={words.argumentRules.condition}
        value={condition}
        options={CONDITIONS.map((name) => [name, words.argumentRules.kind[name]])}
        onChange={(next) => onChange({ ...draft, condition: CONDITIONS.find((name) => name === next) ?? condition })}
      />
      <Field label={words.argumentRules.value} hint={words.argumentRules.hint[kindOf(condition)]}>
        {(ids) => (
          <TextInput
            {...ids}
            mono
            value={value}
            onChange={(event) => onChange({ ...draft, value: event.target.value })}
          />
        )}
      </Field>
      {onDrop === undefined ? null : (
        <div className={styles.drop}>
          <IconButton label={words.argumentRules.drop} icon={<X size={16} aria-hidden="true" />} onClick={onDrop} />
        </div>
      )}
    </div>
  );
}
