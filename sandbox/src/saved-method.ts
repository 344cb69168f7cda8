import { type BankCard, IllegalTransition } from './payment.ts';

/** A card that the shop may charge without its owner. Saved by a payment, or bound without one. */
export interface SavedMethod {
  /** The same as the payment's that saved it. */
  id: string;
  status: 'pending' | 'active' | 'inactive';
  createdAt: number;
  /** When an unfinished binding is given up. */
  expiresAt: number;
  returnUrl?: string;
  card?: BankCard;
  /** T-Bank: whom the shop says the card belongs to. */
  customerKey?: string;
  failUrl?: string;
  /** Why the bank refuses payments without the owner, if it does. */
  declineReason?: string;
}

export function saveCard(id: string, card: BankCard, now: number): SavedMethod {
  return { id, status: 'active', createdAt: now, expiresAt: now, card };
}

export function activate(method: SavedMethod, card: BankCard): SavedMethod {
  if (method.status !== 'pending') throw new IllegalTransition('This method is bound already, or never will be');
  return { ...method, status: 'active', card };
}

export function giveUp(method: SavedMethod): SavedMethod {
  if (method.status !== 'pending') throw new IllegalTransition('This method is bound already, or never will be');
  return { ...method, status: 'inactive' };
}
