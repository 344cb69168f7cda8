/** An address that no letter can reach and nobody can register: `invalid` is reserved for that. */
export function placeholderOf(userId: string): string {
  return `deleted-${userId}@invalid`;
}

/** What others' records call somebody who deleted their account. */
export const deletedPersonName = 'Удалённый пользователь';
