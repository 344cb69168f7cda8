/** Converts 8 900 … and 900 … to the international form; anything else stays as typed. */
export function internationalPhone(typed: string): string {
  const dialable = typed.replace(/[^\d+]/g, '');
  if (/^8\d{10}$/.test(dialable)) return `+7${dialable.slice(1)}`;
  if (/^7\d{10}$/.test(dialable)) return `+${dialable}`;
  if (/^[3489]\d{9}$/.test(dialable)) return `+7${dialable}`;
  return typed;
}

/** «+7 900 123-45-67». Numbers of other countries are grouped in too many ways to guess. */
export function formatPhone(phone: string): string {
  const parts = /^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(internationalPhone(phone).replace(/[^\d+]/g, ''));
  if (!parts) return phone;
  const [, code, first, second, third] = parts;
  return `+7 ${code} ${first}-${second}-${third}`;
}
