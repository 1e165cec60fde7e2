import type { Kysely } from 'kysely'
import type { Actor } from '#domain/actor'
import type { SearchAnswer } from '#contract/home'
import { pageOf, statusCard, statusLabel } from '#contract/nouns'
import type { Found } from '#contract/resource'
import { ORGANISATION_TYPE_LABELS, ORGANISATION_TYPES } from '#domain/organisation'
import type { Database } from '../store/tables.ts'
import type { ViewContext } from './context.ts'
import { creditsBySerial } from './found-credits.ts'
import { peopleByEmail } from './found-people.ts'
import { type Hit, MOST_COUNTED, thingsFound, thingsLike } from './found-things.ts'
import { named, namesOf, roundsOf } from './names.ts'

const LONGEST = 200

const shown = async (hits: readonly Hit[], db: Kysely<Database>): Promise<Found[]> => {
  const round = await roundsOf(
    db,
    hits.flatMap(hit => hit.roundId ?? []),
  )
  const owner = await namesOf(
    db,
    'organisation',
    hits.map(hit => hit.ownerId),
  )
  const detailOf = ({ kind, status, roundId, ownerId }: Hit): string => {
    if (kind === 'organisation')
      return ORGANISATION_TYPES.filter(type => type === status)
        .map(type => ORGANISATION_TYPE_LABELS[type])
        .join('')
    const its = round(roundId ?? '')
    return kind === 'round' ? its.market : `${named(owner, ownerId ?? '').name}, ${its.market}, ${its.name}`
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
      link: pageOf(kind, { id, marketId, type }) ?? '/',
    }
  })
}

/**
 * What this reader may see that bears the text: in its name or its owner's, as a serial of which it holds units, as a reference,
 * a place, a code or an address; where nothing does, what has a name like it. Credits first, then kind by kind, the nearest first.
 */
export const search = async (text: string, reader: Actor, { db }: ViewContext): Promise<SearchAnswer> => {
  const said = text.trim().replaceAll('\0', '').slice(0, LONGEST)
  if (said === '') return { items: [], total: 0, isMore: false, next: null, actions: [] }
  const [credits, exactly, people] = await Promise.all([
    creditsBySerial(said, reader, db),
    thingsFound(said, reader, db),
    peopleByEmail(said, reader, db),
  ])
  const isNothing = credits.items.length + exactly.length + people.items.length === 0
  const hits = isNothing ? await thingsLike(said, reader, db) : exactly
  const counts = [
    credits.counted,
    ...new Map(hits.map(({ kind, counted }) => [kind, counted])).values(),
    people.counted,
  ]
  return {
    items: [...credits.items, ...(await shown(hits, db)), ...people.items],
    total: counts.reduce((sum, count) => sum + Math.min(count, MOST_COUNTED), 0),
    isMore: counts.some(count => count > MOST_COUNTED),
    next: null,
    actions: [],
  }
}
