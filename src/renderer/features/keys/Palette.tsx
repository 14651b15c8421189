import { Dialog } from '@base-ui/react/dialog';
import { ChevronRight, MessageSquare, Search, Server } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { visibleText } from '../../../shared/visible-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { usePage, usePageStore } from '../../store/store-context.js';
import modal from '../../ui/Modal.module.css';
import { classNames } from '../../ui/class-names.js';
import { HiddenText } from '../../ui/HiddenText.js';
import { isSendKey } from '../../ui/keys.js';
import { keyPressOf, TextInput } from '../../ui/TextInput.js';
import { KeyCaps } from './KeyCaps.js';
import { foundItems, paletteItems, type PaletteItem } from './palette-items.js';
import { chordOf } from './shortcuts.js';
import styles from './Palette.module.css';

/** Commands, chats and servers by name. It goes to places and changes the look; it can allow nothing. */
export function Palette() {
  const store = usePageStore();
  const words = useWords();
  const open = usePage((page) => page.overlay === 'palette');
  // What was chosen has put the focus where it belongs; left without a choice, it goes back where it came from.
  const chose = useRef(false);
  useEffect(() => {
    if (open) chose.current = false;
  }, [open]);
  const close = (): void => store.setOverlay(undefined);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={modal.backdrop} />
        <Dialog.Popup
          data-modal
          className={classNames(modal.popup, styles.popup)}
          aria-label={words.keys.names.palette}
          finalFocus={() => !chose.current}
        >
          <Finder
            onChoose={(item) => {
              chose.current = true;
              store.paletteChose(item.id);
              close();
              item.run();
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface FinderProps {
  readonly onChoose: (item: PaletteItem) => void;
}

/** The field and what it finds. The focus stays in the field; the arrow keys walk through the list. */
function Finder({ onChoose }: FinderProps) {
  const words = useWords();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const found = useFound(query);
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const active = Math.min(at, found.length - 1);
  const activeId = found[active]?.id;
  useEffect(() => {
    if (activeId !== undefined)
      list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const press = keyPressOf(event);
    const item = found[active];
    if (isSendKey(press)) {
      if (item !== undefined) onChoose(item);
    } else if (press.key === 'ArrowDown') setAt(active + 1 < found.length ? active + 1 : 0);
    else if (press.key === 'ArrowUp') setAt(active > 0 ? active - 1 : found.length - 1);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.finder} onKeyDown={onKeyDown} role="presentation">
      <div className={styles.field}>
        <Search size={16} aria-hidden="true" className={styles.icon} />
        <TextInput
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length === 0 ? undefined : `${id}-${active}`}
          aria-label={words.keys.paletteField}
          placeholder={words.keys.palettePlaceholder}
          maxLength={200}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
        />
      </div>
      <ul ref={list} id={`${id}-list`} role="listbox" aria-label={words.keys.names.palette} className={styles.list}>
        {found.map((item, index) => (
          <Line key={item.id} id={`${id}-${index}`} item={item} active={index === active} onChoose={onChoose} />
        ))}
      </ul>
      <p role="status" className={styles.none}>
        {found.length === 0 ? words.keys.paletteNone(visibleText(query.trim())) : null}
        {query !== '' && found.length > 0 ? <HiddenText>{words.keys.paletteFound(found.length)}</HiddenText> : null}
      </p>
    </div>
  );
}

function useFound(query: string): readonly PaletteItem[] {
  const store = usePageStore();
  const language = usePageLanguage();
  // As it is when the palette opens: a list that changes under the hand is no help.
  const page = useMemo(() => store.state.getState(), [store]);
  const items = useMemo(() => paletteItems(page, language, store), [page, language, store]);
  return useMemo(() => foundItems(items, query, page.paletteUsed), [items, query, page]);
}

interface LineProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly active: boolean;
  readonly onChoose: (item: PaletteItem) => void;
}

const ICONS = { command: ChevronRight, chat: MessageSquare, server: Server } as const;

function Line({ id, item, active, onChoose }: LineProps) {
  const words = useWords();
  const platform = usePage((page) => page.platform);
  const Icon = ICONS[item.kind];
  const chord = item.shortcut === undefined ? undefined : chordOf(item.shortcut, platform);
  return (
    <li
      id={id}
      role="option"
      aria-selected={active}
      className={classNames(styles.line, active && styles.active)}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(item)}
    >
      <Icon size={16} aria-hidden="true" className={styles.icon} />
      <span className={styles.name}>{item.name}</span>
      {item.kind === 'command' ? null : <span className={styles.kind}>{words.keys.kinds[item.kind]}</span>}
      {chord === undefined ? null : <KeyCaps chord={chord} />}
    </li>
  );
}
