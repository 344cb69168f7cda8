import { CheckboxField } from '../../ui/forms/fields.tsx';
import { MethodCards } from './method-cards.tsx';
import type { TopUpMethod } from './top-up-form.ts';
import type { SavedCardsChoice } from './use-saved-cards.ts';

interface PayingMethodProps {
  method: string;
  saving: SavedCardsChoice;
  onChange: (method: TopUpMethod) => void;
}

/** Saved cards stand before the ways that lead to another page; a new card may be saved. */
export function PayingMethod({ method, saving, onChange }: PayingMethodProps) {
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
      />
      {saving.isOffered && method === 'card' && (
        <CheckboxField
          label="Сохранить карту"
          checked={saving.isTicked}
          error={undefined}
          onChange={({ currentTarget }) => saving.tick(currentTarget.checked)}
        />
      )}
    </>
  );
}
