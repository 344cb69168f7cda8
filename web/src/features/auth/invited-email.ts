/** The address that an invitation's letter brings after the #, which browsers tell to no server. */
export function invitedEmail(): string {
  return new URLSearchParams(location.hash.slice(1)).get('email') ?? '';
}
