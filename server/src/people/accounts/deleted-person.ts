/** The domain `invalid` is reserved: no letter reaches it and nobody can register it. */
export function placeholderEmail(userId: string): string {
  return `deleted-${userId}@invalid`;
}

export const deletedPersonName = 'Удалённый пользователь';
