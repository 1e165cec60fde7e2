import { type Kysely, sql } from 'kysely'
import { locatePoint, checkPointNearGridReference } from '#actions/fields/place-fields'
import { address, type PlaceProposal, type PlaceWarning } from '#contract/subject/place'
import type { IdAndName } from '#contract/kit/values'
import {
  type GridSquare,
  GRID_REFERENCE_ERROR,
  parseGridReference,
  formatGridReference,
} from '#domain/place/grid-reference'
import { isInBritain, type LatLong, parseLatLong } from '#domain/place/lat-long'
import { gridSquareCentre, gridSquareAround } from '#domain/place/osgb'
import { distanceFromOutline, type Outline, outlineContains } from '#domain/place/outline'
import { type VisiblePlace, reducePlacePrecision } from '#domain/place/disclosed'
import type { PlacePrecision } from '#domain/place/precision'
import {
  BORDER_TOLERANCE_METRES,
  COAST_TOLERANCE_METRES,
  readOutlinesOfSubcatchment,
  readUploadedOutlinesOfCharacterArea,
} from './area-outlines.ts'
import {
  findAreasAtPoint,
  catchmentName,
  findCatchmentId,
  isOutsideEngland,
  builtInOutlinesOfArea,
} from './boundaries.ts'
import type { Database } from '../store/tables/tables.ts'
import { pickProperties } from '../views/kit/columns.ts'

/** Columns with the exact location of an item. */
export const EXACT_LOCATION_COLUMNS = Object.keys(address) as (keyof typeof address)[]
/** Selects the exact location of an item. */
export const selectExactLocation = pickProperties(EXACT_LOCATION_COLUMNS)

/** Accuracy of the best coordinate conversion, in metres. */
const FINEST = 10

/** The location that an owner has stated. */
interface Said {
  gridReference: string | null
  latitude: number | null
  longitude: number | null
  lpa: IdAndName | null
  nca: IdAndName | null
  subcatchment: IdAndName | null
}

const pointOf = ({ latitude, longitude }: Pick<Said, 'latitude' | 'longitude'>): LatLong | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }

/** Size in metres of the square that contains the location. */
const accuracyOf = (said: Pick<Said, 'gridReference' | 'latitude' | 'longitude'>): number | null => {
  const square = said.gridReference === null ? null : parseGridReference(said.gridReference)
  return pointOf(said) && Math.max(square?.size ?? 0, FINEST)
}

const isOutside = (point: LatLong, outlines: readonly Outline[]): boolean =>
  outlines.length > 0 &&
  outlines.every(outline => distanceFromOutline(point, outline) > BORDER_TOLERANCE_METRES)

const ofAuthority = async (db: Kysely<Database>, point: LatLong, lpa: IdAndName): Promise<PlaceWarning[]> => {
  const { lpaId, districtId } = findAreasAtPoint(point)
  if (!isOutside(point, builtInOutlinesOfArea({ lpaId: lpa.id })) && lpa.id !== districtId) return []
  const there =
    lpaId === null || lpaId === lpa.id
      ? undefined
      : await db.selectFrom('lpa').select('name').where('id', '=', lpaId).executeTakeFirst()
  const text = !there
    ? `The point is outside ${lpa.name}.`
    : lpa.id === districtId
      ? `The point is in ${there.name}, which has its own planning authority, not ${lpa.name}.`
      : `The point is in ${there.name}, not in ${lpa.name}.`
  return [{ about: 'lpa', text }]
}

/** Warnings about contradictions in a stated location; they refuse nothing. */
const placeWarnings = async (db: Kysely<Database>, said: Said): Promise<PlaceWarning[]> => {
  const point = pointOf(said)
  if (!point)
    return said.gridReference === null
      ? []
      : [
          {
            about: 'point',
            text: `“${said.gridReference}” is not a grid reference. ${GRID_REFERENCE_ERROR}.`,
          },
        ]
  if (isOutsideEngland(point, COAST_TOLERANCE_METRES))
    return [{ about: 'point', text: 'The point is outside England: in Wales, Scotland or the sea.' }]
  const { lpa, nca, subcatchment } = said
  const [authority, ofSubcatchment, ofNca] = await Promise.all([
    lpa ? ofAuthority(db, point, lpa) : [],
    readOutlinesOfSubcatchment(db, subcatchment?.id),
    readUploadedOutlinesOfCharacterArea(db, nca?.id),
  ])
  const outside = (
    about: PlaceWarning['about'],
    area: IdAndName | null,
    outlines: Outline[],
  ): PlaceWarning[] =>
    area && isOutside(point, outlines) ? [{ about, text: `The point is outside ${area.name}.` }] : []
  return [
    ...authority,
    ...outside('subcatchment', subcatchment, ofSubcatchment),
    ...outside('nca', nca, ofNca),
  ]
}

/** A location as typed in a form. */
interface PlaceAsked {
  gridReference?: string
  coordinates?: string
  lpaId?: string
  ncaId?: string
  subcatchmentId?: string
}

/** Names of areas that are in use. */
const inUse = async (
  db: Kysely<Database>,
  kind: 'lpa' | 'nca' | 'subcatchment',
  ids: readonly string[],
): Promise<IdAndName[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<IdAndName>`select id, name from ${sql.table(kind)}
    where id = any(${ids}::text[]) and active order by name`.execute(db)
  return rows
}

const squareOf = ({ gridReference = '', coordinates = '' }: PlaceAsked): GridSquare | null => {
  const square = parseGridReference(gridReference)
  if (square) return square
  const typed = parseLatLong(coordinates)
  return typed && isInBritain(typed) ? gridSquareAround(typed, FINEST) : null
}

const uploadedAt = async (db: Kysely<Database>, point: LatLong) => {
  const rows = await db.selectFrom('areaOutline').select(['ncaId', 'subcatchmentId', 'outline']).execute()
  const there = rows.filter(({ outline }) => outlineContains(point, outline))
  return {
    ncaIds: there.flatMap(({ ncaId }) => ncaId ?? []),
    subcatchmentIds: there.flatMap(({ subcatchmentId }) => subcatchmentId ?? []),
  }
}

/** Subcatchments that are the only one in use of their catchment: every point of the catchment is in them. */
const onlyPartsOf = async (db: Kysely<Database>, catchmentIds: readonly string[]): Promise<string[]> => {
  if (catchmentIds.length === 0) return []
  const parts = await db
    .selectFrom('subcatchment')
    .select(['id', 'catchment'])
    .where('active', '=', true)
    .execute()
  return catchmentIds.flatMap(catchmentId => {
    const [one, another] = parts.filter(({ catchment }) => findCatchmentId(catchment) === catchmentId)
    return one && !another ? [one.id] : []
  })
}

/** Warning that the two typed locations are too far apart, which saving would refuse. */
const apartWarning = async ({
  gridReference = '',
  coordinates = '',
}: PlaceAsked): Promise<PlaceWarning[]> => {
  const nowhere = { gridReference: null, latitude: null, longitude: null }
  const found = await locatePoint(nowhere, { gridReference, coordinates: parseLatLong(coordinates) })
  const { coordinates: text } = checkPointNearGridReference(found)
  return text === undefined ? [] : [{ about: 'point', text }]
}

/** Areas that a typed location suggests, and warnings about the chosen areas; null if the location is not valid. */
export const proposeAreasOfLocation = async (
  db: Kysely<Database>,
  asked: PlaceAsked,
): Promise<PlaceProposal | null> => {
  const square = squareOf(asked)
  if (!square) return null
  const typed = parseLatLong(asked.coordinates ?? '')
  const point = typed && !parseGridReference(asked.gridReference ?? '') ? typed : gridSquareCentre(square)
  const { lpaId, catchmentIds, subcatchmentIds } = findAreasAtPoint(point)
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
  const gridReference = formatGridReference(square)
  return {
    gridReference,
    ...point,
    accuracy: Math.max(square.size, FINEST),
    lpa,
    nca,
    subcatchment,
    catchments: catchmentIds.flatMap(id => catchmentName(id) ?? []),
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

/** Locations of items by id, as disclosed to others than their owners and authorities. */
export const readDisclosedLocations = async (
  db: Kysely<Database>,
  kind: 'project' | 'requirement',
  ids: readonly string[],
): Promise<(id: string) => VisiblePlace> => {
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
  const shown = new Map(rows.map(({ id, least, ...placed }) => [id, reducePlacePrecision(placed, least)]))
  return id =>
    shown.get(id) ?? { precision: 'catchment', gridReference: null, latitude: null, longitude: null }
}

/** Additional details of an item's location on its page. */
export const readLocationDetails = async (db: Kysely<Database>, said: Said) => {
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
