import { useMemo } from 'react';
import { callLines } from '../../../shared/call-log.js';
import type { ToolCallRecord } from '../../../shared/conversation.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import { ServerLog } from '../servers/ServerLog.js';
import { CallPart } from './CallPart.js';
import styles from './CallLog.module.css';

/** What the server's log got while the call ran; nothing where it got nothing. After a restart of the app, the last lines of it. */
export function CallLog({ call }: { readonly call: ToolCallRecord }) {
  const words = useWords();
  const log = useApp((app) => app.servers.find((server) => server.id === call.serverId)?.log);
  const lines = useMemo(() => callLines(log, call), [log, call]);
  if (lines.length === 0) return null;
  return (
    <CallPart label={words.card.log}>
      <div className={styles.log}>
        <ServerLog lines={lines} label={words.card.log} />
      </div>
    </CallPart>
  );
}
