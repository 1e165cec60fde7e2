import type { Kysely } from 'kysely'
import type { Actor } from '#domain/people/actor'
import type { SearchResults } from '#contract/desk/home'
import { optionalPageAddress, statusCard, statusLabel } from '#contract/nouns/nouns'
import type { SearchHit } from '#contract/kit/resource'
import { ORGANISATION_TYPE_LABELS, ORGANISATION_TYPES } from '#domain/people/organisation'
import type { Database } from '../store/tables/tables.ts'
import type { ViewContext } from '../views/kit/context.ts'
import { findCreditsBySerial } from './found-credits.ts'
import { findPeopleByEmail } from './found-people.ts'
import {
  type RankedHit,
  MAX_COUNTED_HITS_PER_KIND,
  searchItems,
  findItemsByFuzzyName,
} from './found-things.ts'
import { requireName, readNamesOfKind, readRoundsWithMarkets } from '../views/kit/names.ts'

const LONGEST = 200

const shown = async (hits: readonly RankedHit[], db: Kysely<Database>): Promise<SearchHit[]> => {
  const round = await readRoundsWithMarkets(
    db,
    hits.flatMap(hit => hit.roundId ?? []),
  )
  const owner = await readNamesOfKind(
    db,
    'organisation',
    hits.map(hit => hit.ownerId),
  )
  const detailOf = ({ kind, status, roundId, ownerId }: RankedHit): string => {
    if (kind === 'organisation')
      return ORGANISATION_TYPES.filter(type => type === status)
        .map(type => ORGANISATION_TYPE_LABELS[type])
        .join('')
    const its = round(roundId ?? '')
    return kind === 'round'
      ? its.market
      : `${requireName(owner, ownerId ?? '').name}, ${its.market}, ${its.name}`
  }
  return hits.map(hit => {
    const { kind, id, name, status, roundId, why } = hit
    const type = ORGANISATION_TYPES.find(one => one === status)
    const marketId = kind === 'round' && roundId !== null ? round(roundId).marketId : undefined
    return {
      id,
      name,
      kind,
      status: status !== null && statusCard(kind, status) ? statusLabel(kind, status) : null,
      detail: detailOf(hit),
      why,
      link: optionalPageAddress(kind, { id, marketId, type }) ?? '/',
    }
  })
}

/**
 * Items that this reader may see and that match the text: by name or owner's name, as a serial whose units they hold,
 * by reference, place, code or address; if nothing matches, items with a similar name. Credits first, then by kind,
 * the nearest first.
 */
export const searchVisibleItems = async (
  text: string,
  reader: Actor,
  { db }: ViewContext,
): Promise<SearchResults> => {
  const said = text.trim().replaceAll('\0', '').slice(0, LONGEST)
  if (said === '') return { items: [], total: 0, isMore: false, next: null, actions: [] }
  const [credits, exactly, people] = await Promise.all([
    findCreditsBySerial(said, reader, db),
    searchItems(said, reader, db),
    findPeopleByEmail(said, reader, db),
  ])
  const isNothing = credits.items.length + exactly.length + people.items.length === 0
  const hits = isNothing ? await findItemsByFuzzyName(said, reader, db) : exactly
  const counts = [
    credits.counted,
    ...new Map(hits.map(({ kind, counted }) => [kind, counted])).values(),
    people.counted,
  ]
  return {
    items: [...credits.items, ...(await shown(hits, db)), ...people.items],
    total: counts.reduce((sum, count) => sum + Math.min(count, MAX_COUNTED_HITS_PER_KIND), 0),
    isMore: counts.some(count => count > MAX_COUNTED_HITS_PER_KIND),
    next: null,
    actions: [],
  }
}
