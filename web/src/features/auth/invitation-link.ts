/** What an invitation's letter brings after the #, which browsers tell to no server. */
function partOfHash(name: string): string {
  return new URLSearchParams(location.hash.slice(1)).get(name) ?? '';
}

export function invitedEmail(): string {
  return partOfHash('email');
}

/** Empty when the page was not opened by an invitation. */
export function invitationToken(): string {
  return partOfHash('invitation');
}
