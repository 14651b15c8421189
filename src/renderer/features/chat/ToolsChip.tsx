import { Popover } from '@base-ui/react/popover';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp, usePageStore } from '../../store/store-context.js';
import { Button } from '../../ui/Button.js';
import chip from '../../ui/Chip.module.css';
import { classNames } from '../../ui/class-names.js';
import { Dot } from '../../ui/Dot.js';
import popup from '../../ui/Popup.module.css';
import styles from './ToolsChip.module.css';

/** “3 servers · 9 tools”: what the model is offered now. Opens to the names. */
export function ToolsChip() {
  const words = useWords();
  const store = usePageStore();
  const servers = useApp((app) => app.servers);
  const running = servers.filter((server) => server.status.kind === 'running');
  const tools = running.reduce((sum, server) => sum + server.tools.length, 0);
  return (
    <Popover.Root>
      <Popover.Trigger className={chip.chip} title={words.chat.toolsOn}>
        <Dot state={running.length === 0 ? 'off' : 'ok'} />
        {words.chat.tools(running.length, tools)}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className={popup.positioner}>
          <Popover.Popup className={classNames(popup.popup, styles.popup)} aria-label={words.chat.toolsOn}>
            {running.length === 0 ? <p className={styles.none}>{words.chat.noServers}</p> : null}
            {running.map((server) => (
              <div key={server.id} className={styles.server}>
                <div className={styles.name}>{server.name}</div>
                <div className={styles.tools}>{server.tools.map((tool) => visibleText(tool.name)).join(', ')}</div>
              </div>
            ))}
            <Button onClick={() => store.go({ page: 'servers' })}>{words.chat.openServers}</Button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
