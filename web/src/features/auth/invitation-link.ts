/** Reads the invitation token after #, which browsers never send to a server. */
function partOfHash(name: string): string {
  return new URLSearchParams(location.hash.slice(1)).get(name) ?? '';
}

export function invitedEmail(): string {
  return partOfHash('email');
}

/** Returns an empty string without an invitation. */
export function invitationToken(): string {
  return partOfHash('invitation');
}
