import { createContext, memo, use, useMemo, type ComponentProps } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { isLoopbackName } from '../../../shared/loopback-name.js';
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
  const parts = splitMarkdown(visibleProse(text), growing);
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
  const { footnotes } = useWords().chat;
  // The way back from a footnote would be a link within the page, of which there is none.
  const footing = useMemo(
    () => ({ footnoteLabel: footnotes, footnoteLabelProperties: {}, footnoteBackContent: () => [] }),
    [footnotes],
  );
  return (
    <GrowingText value={growing}>
      <ReactMarkdown remarkPlugins={PLUGINS} remarkRehypeOptions={footing} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </GrowingText>
  );
});

/** Whether what is rendered stands in a link: a link within a link would open twice. */
const InLink = createContext(false);

/** Only what main would open looks as if it could be pressed; what else was linked says where to, when it is pointed at. */
function Link({ href, children }: ComponentProps<'a'>) {
  const store = usePageStore();
  const inLink = use(InLink);
  if (children === undefined || children === null) return null;
  if (href === undefined || href === '' || inLink) return <span>{children}</span>;
  if (!mayOpen(href)) return <span title={href}>{children}</span>;
  const open = (event: { preventDefault: () => void }): void => {
    event.preventDefault();
    store.openLink(href);
  };
  return (
    <InLink value>
      <a href={href} title={href} onClick={open} onAuxClick={open}>
        {children}
      </a>
    </InLink>
  );
}

function mayOpen(href: string): boolean {
  if (!URL.canParse(href)) return false;
  const { protocol, hostname } = new URL(href);
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname));
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

/** The box of a task. */
function Task({ checked = false }: ComponentProps<'input'>) {
  const { taskDone, taskOpen } = useWords().chat;
  return <input type="checkbox" checked={checked} disabled readOnly aria-label={checked ? taskDone : taskOpen} />;
}

const COMPONENTS: Components = {
  a: ({ href, children }) => <Link {...(href === undefined ? {} : { href })}>{children}</Link>,
  img: ({ src, alt }) => (
    <Picture {...(typeof src === 'string' ? { src } : {})} {...(alt === undefined ? {} : { alt })} />
  ),
  input: ({ checked }) => <Task {...(checked === undefined ? {} : { checked })} />,
  table: ({ children }) => <Table>{children}</Table>,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
};
