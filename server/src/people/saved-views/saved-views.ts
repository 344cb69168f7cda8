import { maxSavedViews, type SavedView, type SavedViews } from '@kazna/contract/cabinet/saved-views';
import { check } from '@kazna/contract/shared/validation';
import type * as z from 'zod/mini';
import { lockActivePerson } from '../../organizations/locks.ts';
import type { Database, Queries, Transaction } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { Problem } from '../../platform/http/problem.ts';
import * as store from './saved-views-store.ts';

/** An area whose lists have views: the cabinet of an organization, or the desk of staff. */
export interface ViewArea extends store.Place {
  filters: Record<string, z.ZodMiniObject>;
  mayShare: boolean;
  /** Throws a Problem where the person may not see the list. */
  requireList: (list: string) => void;
  /** Throws a Problem where the person may not change what all share. */
  requireSharing: () => void;
}

export async function listViews(db: Queries, area: ViewArea, list: string): Promise<SavedViews> {
  area.requireList(list);
  const rows = await store.selectViews(db, area, list, 2 * maxSavedViews);
  return { items: await present(db, area, rows), mayShare: area.mayShare };
}

/** A refused view leaves nothing behind. */
export function createView(db: Database, area: ViewArea, form: Omit<store.ViewRow, 'id'>): Promise<SavedView> {
  area.requireList(form.list);
  if (form.isShared) area.requireSharing();
  const filters = validFilters(area, form);
  return refusingTakenName(() =>
    db.transaction(async (tx) => {
      await lockActivePerson(tx, area.userId);
      if ((await store.countViews(tx, area, form)) >= maxSavedViews) throw new Problem('too_many_views');
      const id = await store.insertView(tx, area, { ...form, filters });
      return presentOne(tx, area, { ...form, filters, id });
    }),
  );
}

interface Change {
  name?: string | undefined;
  filters?: Record<string, string> | undefined;
}

export function changeView(db: Database, area: ViewArea, id: string, change: Change): Promise<SavedView> {
  return refusingTakenName(() =>
    db.transaction(async (tx) => {
      const view = await lockChangeable(tx, area, id);
      const { name = view.name, filters } = change;
      const changed = {
        ...view,
        name,
        filters: filters ? validFilters(area, { list: view.list, filters }) : view.filters,
      };
      await store.updateView(tx, changed);
      return presentOne(tx, area, changed);
    }),
  );
}

export function removeView(db: Database, area: ViewArea, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockChangeable(tx, area, id);
    await store.deleteView(tx, id);
  });
}

async function lockChangeable(tx: Transaction, area: ViewArea, id: string): Promise<store.ViewRow> {
  const view = await store.lockView(tx, area, id);
  if (!view) throw new Problem('not_found');
  area.requireList(view.list);
  if (view.isShared) area.requireSharing();
  return view;
}

async function refusingTakenName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'saved_views_name_key')) throw new Problem('view_name_taken');
    throw error;
  }
}

/** Rejects a filter that the list does not have, so that it does not seem saved. */
function validFilters(
  { filters: schemas }: ViewArea,
  { list, filters }: Pick<store.ViewRow, 'list' | 'filters'>,
): Record<string, string> {
  const schema = schemas[list] as z.ZodMiniObject;
  const unknown = Object.keys(filters).filter((name) => !Object.hasOwn(schema.shape, name));
  const { data, errors = [] } = check(schema, filters);
  const found = [
    ...unknown.map((name) => ({ path: `filters.${name}`, message: 'У этого списка нет такого фильтра' })),
    ...errors.map(({ path, message }) => ({ path: `filters.${path}`, message })),
  ];
  if (found.length > 0) throw new Problem('validation_failed', { errors: found });
  return data as Record<string, string>;
}

const ofCatalogue = ['service', 'tariff', 'version'];

/** Stored filters pass the list's schema again: what it knows no longer is left out and named. */
async function present(db: Queries, area: ViewArea, rows: store.ViewRow[]): Promise<SavedView[]> {
  const idsIn = ({ filters }: store.ViewRow) => ofCatalogue.flatMap((name) => filters[name] ?? []);
  const named = area.organizationId === null ? rows.flatMap(idsIn) : [];
  const known = named.length > 0 ? await store.selectCatalogueIds(db, named) : new Set<string>();
  return rows.map(({ list, filters, ...view }) => {
    const { shape } = area.filters[list] as z.ZodMiniObject;
    const isKnown = ([name, value]: [string, string]) => {
      const schema = shape[name] as z.ZodMiniType | undefined;
      if (!schema || check(schema, value).errors) return false;
      return !named.includes(value) || known.has(value);
    };
    const kept = Object.entries(filters).filter(isKnown);
    const dropped = Object.keys(filters).filter((name) => !kept.some(([one]) => one === name));
    return { ...view, filters: Object.fromEntries(kept), dropped, mayChange: !view.isShared || area.mayShare };
  });
}

async function presentOne(tx: Transaction, area: ViewArea, row: store.ViewRow): Promise<SavedView> {
  const [view] = await present(tx, area, [row]);
  return view as SavedView;
}
