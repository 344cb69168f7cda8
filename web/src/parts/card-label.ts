import { cardTitle, type SavedMethod } from '@kazna/contract/cabinet/payment-methods';

/** Returns «Мир ·· 4477», or «Мир ·· 4477, Анна» where others of the list look the same. */
export function cardLabel(card: SavedMethod, cards: SavedMethod[]): string {
  const title = cardTitle(card);
  const isOnly = cards.filter((other) => cardTitle(other) === title).length === 1;
  return isOnly || !card.savedBy ? title : `${title}, ${card.savedBy}`;
}
