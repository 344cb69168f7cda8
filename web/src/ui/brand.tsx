/** What the cabinet is called: the server writes the business's short name into the page where staff gave one. */
export function businessName(): string {
  return globalThis.document?.documentElement.dataset.business ?? 'Казна';
}

/** Stands beside the mark. The server replaces both in the HTML, and the mark by a style. */
export function BrandName() {
  return <span data-brand>{businessName()}</span>;
}

/** The logo; keep it equal to the icon in `index.html`. */
export function BrandMark({ size = 32 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32" fill="none" data-mark>
      <circle cx="16" cy="16" r="16" fill="#027bf3" />
      <path
        d="M11 8.5v15M21 8.5l-7 7.5 7 7.5"
        stroke="#fff"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
