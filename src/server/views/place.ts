import { type Kysely, sql } from 'kysely'
import { pointOf as pointAnswered, refuseApart } from '#actions/common/place-fields'
import { address, type PlaceProposal, type PlaceWarning } from '#contract/place'
import type { Named } from '#contract/values'
import {
  type GridSquare,
  NO_GRID_REFERENCE,
  parseGridReference,
  showGridReference,
} from '#domain/place/grid-reference'
import { isInBritain, type LatLong, parseLatLong } from '#domain/place/lat-long'
import { middleOf, squareAround } from '#domain/place/osgb'
import { metresFrom, type Outline, pointInOutline } from '#domain/place/outline'
import { type PlaceShown, placeForOthers } from '#domain/place/disclosed'
import type { PlacePrecision } from '#domain/place/precision'
import { BORDER, COAST, outlinesOfSubcatchment, uploadedOutlines } from '../place/area-outlines.ts'
import { areasAt, catchmentCalled, catchmentIdOf, isOutsideEngland, outlinesOf } from '../place/boundaries.ts'
import type { Database } from '../store/tables.ts'
import { pick } from './columns.ts'

/** The stored columns that say where exactly a thing is. */
export const ADDRESS = Object.keys(address) as (keyof typeof address)[]
/** Takes from a thing where exactly it is. */
export const addressOf = pick(ADDRESS)

/** No conversion is finer than this, in metres. */
const FINEST = 10

/** Where a thing is said to be. */
interface Said {
  gridReference: string | null
  latitude: number | null
  longitude: number | null
  lpa: Named | null
  nca: Named | null
  subcatchment: Named | null
}

const pointOf = ({ latitude, longitude }: Pick<Said, 'latitude' | 'longitude'>): LatLong | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }

/** How large the square is, in metres, in which a point lies. */
const accuracyOf = (said: Pick<Said, 'gridReference' | 'latitude' | 'longitude'>): number | null => {
  const square = said.gridReference === null ? null : parseGridReference(said.gridReference)
  return pointOf(said) && Math.max(square?.size ?? 0, FINEST)
}

const isOutside = (point: LatLong, outlines: readonly Outline[]): boolean =>
  outlines.length > 0 && outlines.every(outline => metresFrom(point, outline) > BORDER)

const ofAuthority = async (db: Kysely<Database>, point: LatLong, lpa: Named): Promise<PlaceWarning[]> => {
  const { lpaId, districtId } = areasAt(point)
  if (!isOutside(point, outlinesOf({ lpaId: lpa.id })) && lpa.id !== districtId) return []
  const there =
    lpaId === null || lpaId === lpa.id
      ? undefined
      : await db.selectFrom('lpa').select('name').where('id', '=', lpaId).executeTakeFirst()
  const text = !there
    ? `The point lies outside ${lpa.name}.`
    : lpa.id === districtId
      ? `The point lies in ${there.name}, whose authority plans there, and not ${lpa.name}.`
      : `The point lies in ${there.name}, and not in ${lpa.name}.`
  return [{ about: 'lpa', text }]
}

/** What does not fit together in where a thing is said to be; nobody is refused for it. */
const placeWarnings = async (db: Kysely<Database>, said: Said): Promise<PlaceWarning[]> => {
  const point = pointOf(said)
  if (!point)
    return said.gridReference === null
      ? []
      : [{ about: 'point', text: `“${said.gridReference}” names no place. ${NO_GRID_REFERENCE}.` }]
  if (isOutsideEngland(point, COAST))
    return [{ about: 'point', text: 'The point lies outside England: in Wales, in Scotland or in the sea.' }]
  const { lpa, nca, subcatchment } = said
  const [authority, ofSubcatchment, ofNca] = await Promise.all([
    lpa ? ofAuthority(db, point, lpa) : [],
    outlinesOfSubcatchment(db, subcatchment?.id),
    uploadedOutlines(db, 'ncaId', nca?.id),
  ])
  const outside = (about: PlaceWarning['about'], area: Named | null, outlines: Outline[]): PlaceWarning[] =>
    area && isOutside(point, outlines) ? [{ about, text: `The point lies outside ${area.name}.` }] : []
  return [
    ...authority,
    ...outside('subcatchment', subcatchment, ofSubcatchment),
    ...outside('nca', nca, ofNca),
  ]
}

/** What somebody types of a place. */
interface PlaceAsked {
  gridReference?: string
  coordinates?: string
  lpaId?: string
  ncaId?: string
  subcatchmentId?: string
}

/** The names of areas that are in use. */
const inUse = async (
  db: Kysely<Database>,
  kind: 'lpa' | 'nca' | 'subcatchment',
  ids: readonly string[],
): Promise<Named[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<Named>`select id, name from ${sql.table(kind)}
    where id = any(${ids}::text[]) and active order by name`.execute(db)
  return rows
}

const squareOf = ({ gridReference = '', coordinates = '' }: PlaceAsked): GridSquare | null => {
  const square = parseGridReference(gridReference)
  if (square) return square
  const typed = parseLatLong(coordinates)
  return typed && isInBritain(typed) ? squareAround(typed, FINEST) : null
}

const uploadedAt = async (db: Kysely<Database>, point: LatLong) => {
  const rows = await db.selectFrom('areaOutline').select(['ncaId', 'subcatchmentId', 'outline']).execute()
  const there = rows.filter(({ outline }) => pointInOutline(point, outline))
  return {
    ncaIds: there.flatMap(({ ncaId }) => ncaId ?? []),
    subcatchmentIds: there.flatMap(({ subcatchmentId }) => subcatchmentId ?? []),
  }
}

/** The subcatchments of catchments that have only one in use: a point in the catchment is in it. */
const onlyPartsOf = async (db: Kysely<Database>, catchmentIds: readonly string[]): Promise<string[]> => {
  if (catchmentIds.length === 0) return []
  const parts = await db
    .selectFrom('subcatchment')
    .select(['id', 'catchment'])
    .where('active', '=', true)
    .execute()
  return catchmentIds.flatMap(catchmentId => {
    const [one, another] = parts.filter(({ catchment }) => catchmentIdOf(catchment) === catchmentId)
    return one && !another ? [one.id] : []
  })
}

/** That the two places that were typed lie apart, as saving them would refuse. */
const apartWarning = async ({
  gridReference = '',
  coordinates = '',
}: PlaceAsked): Promise<PlaceWarning[]> => {
  const nowhere = { gridReference: null, latitude: null, longitude: null }
  const found = await pointAnswered(nowhere, { gridReference, coordinates: parseLatLong(coordinates) })
  const { coordinates: text } = refuseApart(found)
  return text === undefined ? [] : [{ about: 'point', text }]
}

/** What a point that somebody types proposes, and what it says of the areas that are chosen; null where it is none. */
export const proposePlace = async (
  db: Kysely<Database>,
  asked: PlaceAsked,
): Promise<PlaceProposal | null> => {
  const square = squareOf(asked)
  if (!square) return null
  const typed = parseLatLong(asked.coordinates ?? '')
  const point = typed && !parseGridReference(asked.gridReference ?? '') ? typed : middleOf(square)
  const { lpaId, catchmentIds, subcatchmentIds } = areasAt(point)
  const [uploaded, only] = await Promise.all([uploadedAt(db, point), onlyPartsOf(db, catchmentIds)])
  const parts = new Set([...uploaded.subcatchmentIds, ...subcatchmentIds])
  const one = async (kind: 'lpa' | 'nca' | 'subcatchment', ids: readonly string[]) =>
    (await inUse(db, kind, ids))[0] ?? null
  const chosen = async (kind: 'lpa' | 'nca' | 'subcatchment', id?: string) => one(kind, id ? [id] : [])
  const [lpa, nca, subcatchment, chosenLpa, chosenNca, chosenSubcatchment] = await Promise.all([
    one('lpa', lpaId === null ? [] : [lpaId]),
    one('nca', uploaded.ncaIds),
    one('subcatchment', parts.size > 0 ? [...parts] : only),
    chosen('lpa', asked.lpaId),
    chosen('nca', asked.ncaId),
    chosen('subcatchment', asked.subcatchmentId),
  ])
  const gridReference = showGridReference(square)
  return {
    gridReference,
    ...point,
    accuracy: Math.max(square.size, FINEST),
    lpa,
    nca,
    subcatchment,
    catchments: catchmentIds.flatMap(id => catchmentCalled(id) ?? []),
    warnings: [
      ...(await apartWarning(asked)),
      ...(await placeWarnings(db, {
        gridReference,
        ...point,
        lpa: chosenLpa,
        nca: chosenNca,
        subcatchment: chosenSubcatchment,
      })),
    ],
  }
}

/** Where things are, as others than their owners and authorities are told, by their ids. */
export const placesForOthers = async (
  db: Kysely<Database>,
  kind: 'project' | 'requirement',
  ids: readonly string[],
): Promise<(id: string) => PlaceShown> => {
  const { rows } = await sql<{
    id: string
    gridReference: string | null
    latitude: number | null
    longitude: number | null
    placePrecision: PlacePrecision
    least: PlacePrecision
  }>`select its.id, its.grid_reference, its.latitude, its.longitude, its.place_precision, market.place_precision as least
    from ${sql.table(kind)} as its join round on round.id = its.round_id join market on market.id = round.market_id
    where its.id = any(${ids}::text[])`.execute(db)
  const shown = new Map(rows.map(({ id, least, ...placed }) => [id, placeForOthers(placed, least)]))
  return id =>
    shown.get(id) ?? { precision: 'catchment', gridReference: null, latitude: null, longitude: null }
}

/** What is shown of the place of a thing on its page besides. */
export const judgedPlace = async (db: Kysely<Database>, said: Said) => {
  const [placeWarningsOfIt, lpa] = await Promise.all([
    placeWarnings(db, said),
    db
      .selectFrom('lpa')
      .select(['reference', 'areaCode'])
      .where('id', '=', said.lpa?.id ?? '')
      .executeTakeFirst(),
  ])
  return {
    accuracy: accuracyOf(said),
    placeWarnings: placeWarningsOfIt,
    lpaReference: lpa?.reference ?? null,
    lpaAreaCode: lpa?.areaCode ?? null,
  }
}
