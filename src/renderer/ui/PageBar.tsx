import { useEffect, useRef, type ReactNode } from 'react';
import { usePage, usePageStore } from '../store/store-context.js';
import styles from './PageBar.module.css';

/** The head of a page: its name, and what stands at the right. Who came by a key finds the focus on the name. */
export function PageBar({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const store = usePageStore();
  const wanted = usePage((page) => page.titleFocus);
  const name = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!wanted) return;
    store.titleFocused();
    name.current?.focus();
  }, [wanted, store]);
  return (
    <header className={styles.bar}>
      <h1 ref={name} tabIndex={-1} className={styles.title} title={title}>
        {title}
      </h1>
      <div className={styles.end}>{children}</div>
    </header>
  );
}
