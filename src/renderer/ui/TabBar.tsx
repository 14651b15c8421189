import { Tabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './TabBar.module.css';

interface TabPart {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

interface TabBarProps {
  readonly label: string;
  readonly parts: readonly TabPart[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Parts of which one is shown. */
export function TabBar({ label, parts, value, onChange }: TabBarProps) {
  return (
    <Tabs.Root
      value={value}
      onValueChange={(next) => typeof next === 'string' && onChange(next)}
      className={styles.root}
    >
      <Tabs.List className={styles.bar} aria-label={label}>
        {parts.map((part) => (
          <Tabs.Tab key={part.id} value={part.id} className={styles.tab}>
            {part.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map((part) => (
        <Tabs.Panel key={part.id} value={part.id} className={styles.panel}>
          {part.content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
