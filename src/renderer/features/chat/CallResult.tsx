import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ConversationId, ToolCallRecord } from '../../../shared/conversation.js';
import type { ToolResult } from '../../../shared/tool.js';
import { visibleText } from '../../../shared/visible-text.js';
import { errorText } from '../../i18n/error-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Spinner } from '../../ui/Spinner.js';
import { ResultBlocks } from '../results/ResultBlocks.js';
import { ResultPlaceContext } from '../results/result-place.js';
import { CallPart } from './CallPart.js';
import styles from './CallResult.module.css';

interface CallResultProps {
  readonly conversationId: ConversationId;
  readonly call: ToolCallRecord;
  readonly result: ToolResult;
}

/** What a call gave back. A long result is asked for now, and let go again with the card. */
export function CallResult({ conversationId, call, result }: CallResultProps) {
  const words = useWords();
  const language = usePageLanguage();
  const place = useMemo(() => ({ conversationId, callId: call.id }), [conversationId, call.id]);
  const { whole, slow, error, again } = useWhole(place, result);
  if (whole === undefined) {
    return (
      <CallPart label={words.call.result}>
        {slow ? (
          <div className={styles.loading} role="status">
            <Spinner /> {words.card.loading((result.held ?? 0).toLocaleString('en'))}
          </div>
        ) : null}
        {error === undefined ? null : (
          <ErrorNote message={error}>
            <Button onClick={again}>{words.app.retry}</Button>
          </ErrorNote>
        )}
      </CallPart>
    );
  }
  const bare = whole.content.length === 0 && whole.structuredContent === undefined;
  return (
    <ResultPlaceContext value={place}>
      {(whole.warnings ?? []).map((warning, index) => (
        <CallPart key={index} label={words.card.warning}>
          <div className={styles.warning}>
            {visibleText(typeof warning === 'string' ? warning : errorText(warning, language))}
          </div>
        </CallPart>
      ))}
      {bare ? (
        <CallPart label={words.call.noResult} />
      ) : (
        <CallPart label={words.call.result} quiet>
          <ResultBlocks result={whole} />
        </CallPart>
      )}
    </ResultPlaceContext>
  );
}

/** The result itself where the page has it; else it is fetched, and kept by nobody but this card while it is open. */
function useWhole(place: { readonly conversationId: ConversationId; readonly callId: string }, result: ToolResult) {
  const [fetched, setFetched] = useState<ToolResult>();
  const { run, slow, error } = useCommand((commands) => commands['calls.result'](place));
  const again = useCallback(() => void run().then(setFetched), [run]);
  const held = result.held !== undefined;
  useEffect(() => {
    if (held) again();
  }, [held, again]);
  return { whole: held ? fetched : result, slow, error, again };
}
