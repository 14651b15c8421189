import { Select } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { classNames } from './class-names.js';
import styles from './Popup.module.css';

interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface SelectBoxProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
  readonly small?: boolean;
  readonly id?: string;
}

/** One of a few values. */
export function SelectBox({ label, value, options, onChange, small = false, id }: SelectBoxProps) {
  return (
    <Select.Root items={options} value={value} onValueChange={(next) => next !== null && onChange(next)}>
      <Select.Trigger id={id} aria-label={label} className={classNames(styles.trigger, small && styles.small)}>
        <Select.Value />
        <Select.Icon className={styles.icon}>
          <ChevronDown size={16} aria-hidden="true" />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner className={styles.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <Select.Popup className={styles.popup}>
            <Select.List className={styles.list}>
              {options.map((option) => (
                <Select.Item key={option.value} value={option.value} className={styles.item}>
                  <span className={styles.check}>
                    <Select.ItemIndicator>
                      <Check size={16} aria-hidden="true" />
                    </Select.ItemIndicator>
                  </span>
                  <Select.ItemText>{option.label}</Select.ItemText>
                </Select.Item>
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}
