import { memo, type ComponentProps } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { visibleProse } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { usePageStore } from '../../store/store-context.js';
import { CodeBlock, GrowingText } from './CodeBlock.js';
import { splitMarkdown } from './split-markdown.js';
import styles from './Markdown.module.css';

interface MarkdownProps {
  readonly text: string;
  /** More of it is to come. */
  readonly growing?: boolean;
}

/** The model's text. Nothing in it hides, no HTML of its own, no picture loaded; while it grows only its last part is parsed again. */
export function Markdown({ text, growing = false }: MarkdownProps) {
  const parts = splitMarkdown(visibleProse(text));
  return (
    <div className={styles.text}>
      {parts.map((part, index) => (
        // Parts only ever grow at the end, so the place is the identity.
        <Part key={index} text={part} growing={growing && index === parts.length - 1} />
      ))}
    </div>
  );
}

const PLUGINS = [remarkGfm];

const Part = memo(function Part({ text, growing }: Required<MarkdownProps>) {
  return (
    <GrowingText value={growing}>
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </GrowingText>
  );
});

function Link({ href, children }: ComponentProps<'a'>) {
  const store = usePageStore();
  if (href === undefined || href === '') return <span>{children}</span>;
  const open = (event: { preventDefault: () => void }): void => {
    event.preventDefault();
    store.openLink(href);
  };
  return (
    <a href={href} title={href} onClick={open} onAuxClick={open}>
      {children}
    </a>
  );
}

/** A picture is never loaded: its address could carry away what the model has read. */
function Picture({ src, alt }: ComponentProps<'img'>) {
  const words = useWords();
  const address = typeof src === 'string' ? src : '';
  return (
    <span className={styles.picture}>
      {words.chat.image}
      {alt === undefined || alt === '' ? '' : ` · ${alt}`}
      {address === '' ? null : (
        <>
          {' · '}
          <Link href={address}>{address}</Link>
        </>
      )}
    </span>
  );
}

function Table({ children }: ComponentProps<'table'>) {
  const words = useWords();
  return (
    <div className={styles.tableFrame} role="region" aria-label={words.chat.table} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

const COMPONENTS: Components = {
  a: ({ href, children }) => <Link {...(href === undefined ? {} : { href })}>{children}</Link>,
  img: ({ src, alt }) => (
    <Picture {...(typeof src === 'string' ? { src } : {})} {...(alt === undefined ? {} : { alt })} />
  ),
  table: ({ children }) => <Table>{children}</Table>,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
};
