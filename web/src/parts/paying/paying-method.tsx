import type { SavedMethod } from '@kazna/contract/cabinet/payment-methods';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paymentMethodsQuery } from '../../queries/payments.ts';
import { useActiveOrganization } from '../../queries/profile.ts';
import { CheckboxField } from '../../ui/forms/fields.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { MethodCards, type TopUpMethod } from './method-cards.tsx';

interface PayingMethodProps {
  method: string;
  saving: SavedCardsChoice;
  onChange: (method: TopUpMethod) => void;
  hasInvoice?: boolean;
}

/** Saved cards stand before the ways that lead to another page; a new card may be saved. */
export function PayingMethod({ method, saving, onChange, hasInvoice = false }: PayingMethodProps) {
  const choose = (chosen: TopUpMethod, cardId: string | null) => {
    onChange(chosen);
    saving.choose(cardId);
  };
  return (
    <>
      <MethodCards
        value={method}
        savedCards={saving.cards}
        savedCardId={saving.cardId}
        onChooseSaved={(cardId) => choose('card', cardId)}
        onChange={(chosen) => choose(chosen, null)}
        hasInvoice={hasInvoice}
      />
      {saving.isOffered && method === 'card' && (
        <CheckboxField
          label="Сохранить карту"
          checked={saving.isTicked}
          error={undefined}
          onChange={({ currentTarget }) => saving.tick(currentTarget.checked)}
        />
      )}
      {saving.isOffered && method === 'card' && saving.isTicked && (
        <p>
          Этим вы даёте{' '}
          <LinkAnchor to="/info/consents/$document" params={{ document: 'automatic-charges' }}>
            согласие на автоматические списания
          </LinkAnchor>
          .
        </p>
      )}
    </>
  );
}

export interface SavedCardsChoice {
  /** Those that can be charged. */
  cards: SavedMethod[];
  /** Null unless a saved card pays. */
  cardId: string | null;
  choose: (cardId: string | null) => void;
  /** Whether a new card may be saved by this person. */
  isOffered: boolean;
  isTicked: boolean;
  tick: (isTicked: boolean) => void;
  bodyOf: (method: string) => { paymentMethodId?: string; saveMethod?: true };
}

/** The organization's default card, if the person saved it, is chosen until the person chooses, unless the page was opened with a method. */
export function useSavedCards(hasDefault: boolean): SavedCardsChoice {
  const { id, can } = useActiveOrganization();
  const mayUse = can('cards.manage');
  const { data } = useQuery(paymentMethodsQuery(id, mayUse));
  const [chosen, setChosen] = useState<string | null>();
  const [isTicked, setIsTicked] = useState(false);
  const cards = data?.items.filter(({ unusableReason }) => unusableReason === null) ?? [];
  const byDefault = hasDefault ? (cards.find(({ isDefault, isMine }) => isDefault && isMine)?.id ?? null) : null;
  const wanted = chosen === undefined ? byDefault : chosen;
  const cardId = cards.some((card) => card.id === wanted) ? (wanted as string) : null;
  return {
    cards,
    cardId,
    choose: setChosen,
    isOffered: mayUse && cardId === null,
    isTicked,
    tick: setIsTicked,
    bodyOf: (method) => {
      if (method !== 'card') return {};
      if (cardId) return { paymentMethodId: cardId };
      return isTicked && mayUse ? { saveMethod: true } : {};
    },
  };
}
