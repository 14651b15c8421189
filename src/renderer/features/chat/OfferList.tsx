import { type RefObject, useEffect, useRef } from 'react';
import { visibleText } from '../../../shared/visible-text.js';
import { errorText } from '../../i18n/error-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { Badge } from '../../ui/Badge.js';
import { classNames } from '../../ui/class-names.js';
import { HiddenText } from '../../ui/HiddenText.js';
import { Spinner } from '../../ui/Spinner.js';
import { offerName, offerTitle } from './filter-offers.js';
import type { OfferMenu } from './use-offer-menu.js';
import type { Offer } from './use-offers.js';
import styles from './OfferList.module.css';

/** The list over the composer while a prompt or a resource is being named. The caret stays in the text. */
export function OfferList({ menu }: { readonly menu: OfferMenu }) {
  const words = useWords();
  const language = usePageLanguage();
  const { token, shown, hidden, offers, active } = menu;
  const list = useRef<HTMLUListElement>(null);
  useScrollTo(list, active);
  if (token === undefined) return null;
  const prompts = token.kind === 'prompt';
  const none = offers.waiting === 0 && shown.length === 0;
  return (
    <div className={styles.menu}>
      <HiddenText>
        <span role="status">{words.offers.found(shown.length)}</span>
      </HiddenText>
      <ul
        ref={list}
        id={menu.listId}
        role="listbox"
        aria-label={prompts ? words.offers.prompts : words.offers.resources}
        className={styles.list}
      >
        {shown.map((offer, index) => (
          <Option key={`${offer.serverId} ${offerName(offer)}`} offer={offer} index={index} menu={menu} />
        ))}
      </ul>
      {none ? (
        <div className={styles.note}>
          {token.query !== '' && offers.offers.length > 0
            ? words.offers.noMatch(token.query)
            : prompts
              ? words.offers.noPrompts
              : words.offers.noResources}
        </div>
      ) : null}
      {offers.failed.map(({ serverName, error }) => (
        <div key={serverName} className={styles.note}>
          {words.offers.failed(visibleText(serverName), visibleText(errorText(error, language)))}
        </div>
      ))}
      <div className={styles.foot}>
        {hidden === 0 ? words.offers.keys : words.offers.more(hidden)}
        {offers.waiting === 0 ? null : (
          <span className={styles.waiting}>
            <Spinner /> {words.offers.looking}
          </span>
        )}
      </div>
    </div>
  );
}

function Option({ offer, index, menu }: { readonly offer: Offer; readonly index: number; readonly menu: OfferMenu }) {
  const words = useWords();
  const chosen = index === menu.active;
  const title = offerTitle(offer);
  return (
    <li
      id={menu.optionId(index)}
      role="option"
      aria-selected={chosen}
      className={classNames(styles.option, chosen && styles.chosen)}
      onPointerMove={() => menu.setActive(index)}
      // The caret stays where it is.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => menu.pick(offer)}
    >
      <span className={styles.name}>{`${offer.kind === 'prompt' ? '/' : '@'}${visibleText(offerName(offer))}`}</span>
      {offer.kind === 'resource' && offer.resource.template ? (
        <Badge tone="neutral">{words.offers.template}</Badge>
      ) : null}
      <span className={styles.title}>{visibleText(title)}</span>
    </li>
  );
}

/** The one that the keys are at stays in sight. */
function useScrollTo(list: RefObject<HTMLUListElement | null>, active: number): void {
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [list, active]);
}
