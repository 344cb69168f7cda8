export interface PageOf<Item> {
  items: Item[];
  nextCursor: string | null;
}

export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: PageOf<unknown>) => page.nextCursor ?? undefined,
};

export function itemsOf<Item>({ pages }: { pages: PageOf<Item>[] }): Item[] {
  return pages.flatMap((page) => page.items);
}
