import type { AuditEntry, AuditFilter } from '../../../shared/audit.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import { SelectBox } from '../../ui/SelectBox.js';
import { TextInput } from '../../ui/TextInput.js';
import { RESULTS } from './entry-look.js';
import styles from './RecordPage.module.css';

/** The owner of the built-in tools. */
const BUILTIN = 'gatehouse';

interface RecordFiltersProps {
  readonly filter: AuditFilter;
  readonly entries: readonly AuditEntry[];
  readonly onChange: (filter: AuditFilter) => void;
}

/** Narrows the list by server, tool, outcome and text. */
export function RecordFilters({ filter, entries, onChange }: RecordFiltersProps) {
  const { record: words } = useWords();
  const servers = useApp((app) => app.servers);
  const tools = new Set([
    ...servers.filter(({ id }) => filter.serverId === undefined || id === filter.serverId).flatMap(toolNames),
    ...entries.flatMap(({ record }) => (record.type === 'note' ? [] : [record.tool])),
    ...(filter.tool === undefined ? [] : [filter.tool]),
  ]);
  return (
    <div className={styles.filters} role="search" aria-label={words.filters}>
      <SelectBox
        label={words.server}
        value={filter.serverId ?? ''}
        options={[
          { value: '', label: words.anyServer },
          ...servers.map(({ id, name }) => ({ value: id, label: name })),
          { value: BUILTIN, label: words.builtin },
        ]}
        onChange={(value) => onChange(without(filter, 'tool', withValue(filter, 'serverId', value)))}
      />
      <SelectBox
        label={words.tool}
        value={filter.tool ?? ''}
        options={[
          { value: '', label: words.anyTool },
          ...[...tools].toSorted().map((tool) => ({ value: tool, label: tool })),
        ]}
        onChange={(value) => onChange(withValue(filter, 'tool', value))}
      />
      <SelectBox
        label={words.result}
        value={filter.result ?? ''}
        options={[
          { value: '', label: words.anyResult },
          ...RESULTS.map((result) => ({ value: result, label: words.results[result] })),
        ]}
        onChange={(value) => onChange(withValue(filter, 'result', value))}
      />
      <div className={styles.search}>
        <TextInput
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          value={filter.text ?? ''}
          onChange={(event) => onChange(withValue(filter, 'text', event.target.value))}
        />
      </div>
    </div>
  );
}

function toolNames({ tools }: { readonly tools: readonly { readonly name: string }[] }): readonly string[] {
  return tools.map(({ name }) => name);
}

function withValue(filter: AuditFilter, field: keyof AuditFilter, value: string): AuditFilter {
  return value === '' ? without(filter, field) : { ...filter, [field]: value };
}

function without(before: AuditFilter, field: keyof AuditFilter, filter = before): AuditFilter {
  const { [field]: _gone, ...rest } = filter;
  return rest;
}
