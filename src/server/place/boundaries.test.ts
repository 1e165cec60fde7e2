import { isDeepStrictEqual } from 'node:util'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { geoArea, geoBounds, geoContains } from 'd3-geo'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { expect, it } from 'vitest'
import { parseGridReference } from '#domain/place/grid-reference'
import type { LatLong } from '#domain/place/lat-long'
import { gridToLatLong, gridSquareCentre } from '#domain/place/osgb'
import { distanceFromOutline, distanceFromBorder } from '#domain/place/outline'
import { boundariesDir, refdataDir } from '../process/places.ts'
import { demonstrationOutlines } from '../demonstration/outlines.ts'
import { findAreasAtPoint, isOutsideEngland, builtInOutlinesOfArea } from './boundaries.ts'

interface Said extends Record<string, unknown> {
  id?: string
  catchmentId?: string
  subcatchmentId?: string | null
}

/**
 * Shapes of a file, read independently, with the ring direction of d3: the inside is the smaller part of the sphere.
 */
const shapesOf = (name: string) => {
  const topology: Topology<Record<string, GeometryCollection<Said>>> = JSON.parse(
    readFileSync(join(boundariesDir, `${name}.topojson`), 'utf8'),
  )
  return Object.values(topology.objects).flatMap(collection =>
    feature(topology, collection).features.flatMap(({ geometry, properties }) => {
      if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return []
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
      const coordinates = polygons.map(rings =>
        geoArea({ type: 'Polygon', coordinates: rings }) > 2 * Math.PI
          ? rings.map(ring => ring.toReversed())
          : rings,
      )
      const shape = { type: 'MultiPolygon' as const, coordinates }
      return [{ ...properties, shape, bounds: geoBounds(shape) }]
    }),
  )
}

const [DISTRICTS = [], PARKS = [], CATCHMENTS = []] = ['lpas', 'national-parks', 'catchments'].map(shapesOf)

const holding = (shapes: typeof DISTRICTS, { latitude, longitude }: LatLong) =>
  shapes.filter(({ shape, bounds: [[west, south], [east, north]] }) => {
    const isNear = longitude > west && longitude < east && latitude > south && latitude < north
    return isNear && geoContains(shape, [longitude, latitude])
  })

/** The same points on every run. */
const randomPoints = (count: number): LatLong[] => {
  let state = 20_261_123
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  return Array.from({ length: count }, () => ({
    latitude: 49.9 + 5.9 * next(),
    longitude: -6.4 + 8.2 * next(),
  }))
}

/** Within this many metres of a border, straight lines on a plane and on the sphere may disagree about a point. */
const BORDER = 50

it('500 random points are in the same areas as by spherical polygons, except on borders', () => {
  const points = randomPoints(500)
  const isClear = (point: LatLong) =>
    [...DISTRICTS, ...PARKS, ...CATCHMENTS].every(
      ({ shape }) =>
        distanceFromBorder(
          point,
          shape.coordinates.map(rings => rings.map(ring => ring.map(([x = 0, y = 0]) => [x, y] as const))),
        ) > BORDER,
    )
  const differing = points.filter(point => {
    const [district, park] = [holding(DISTRICTS, point)[0]?.id ?? null, holding(PARKS, point)[0]?.id ?? null]
    const catchments = holding(CATCHMENTS, point)
    const found = findAreasAtPoint(point)
    const agrees =
      found.lpaId === (park ?? district) &&
      found.districtId === (park ? district : null) &&
      isDeepStrictEqual(found.catchmentIds, [...new Set(catchments.map(({ catchmentId }) => catchmentId))]) &&
      catchments.every(
        ({ subcatchmentId }) => !subcatchmentId || found.subcatchmentIds.includes(subcatchmentId),
      )
    return !agrees && isClear(point)
  })
  expect(differing).toEqual([])
  // The points are representative: many are in England, some in national parks and in catchments.
  expect(points.filter(point => findAreasAtPoint(point).lpaId !== null).length).toBeGreaterThan(150)
  expect(points.filter(point => findAreasAtPoint(point).districtId !== null).length).toBeGreaterThan(5)
  expect(points.filter(point => findAreasAtPoint(point).catchmentIds.length > 0).length).toBeGreaterThan(20)
})

it.each([
  ['Exeter', 50.7236, -3.5275, 'Exeter', null],
  ['Princetown on Dartmoor', 50.5443, -3.9915, 'DartmoorNationalPark', 'WestDevon'],
  ['Kingsbury Episcopi', 50.98698, -2.80419, 'Somerset', null],
  ['Cardiff', 51.4816, -3.1791, null, null],
  ['Edinburgh', 55.9533, -3.1883, null, null],
  ['the North Sea', 54, 1.5, null, null],
])('%s belongs to the right planning authority', (_, latitude, longitude, lpaId, districtId) => {
  expect(findAreasAtPoint({ latitude, longitude })).toMatchObject({ lpaId, districtId })
  expect(isOutsideEngland({ latitude, longitude }, 1000)).toBe(lpaId === null)
})

it.each([
  ['the Itchen at Winchester', 51.0629, -1.3087, ['RiverItchenItchenPhosphorous', 'SolentItchen']],
  ['Newport on the Isle of Wight', 50.7005, -1.2912, ['SolentIsleOfWight']],
  ['Romsey, in the Solent’s catchment', 50.989, -1.499, []],
  ['Taunton', 51.0154, -3.1032, ['SomersetLevelsAndMoorsTone']],
])('%s belongs to the right part of its catchment', (_, latitude, longitude, subcatchmentIds) => {
  expect(findAreasAtPoint({ latitude, longitude }).subcatchmentIds).toEqual(subcatchmentIds)
})

it('the compressed outlines are below 160 kB together', () => {
  const bytes = ['lpas', 'national-parks', 'catchments'].map(
    name => gzipSync(readFileSync(join(boundariesDir, `${name}.topojson`)), { level: 9 }).length,
  )
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(160_000)
})

/** Metres beyond a simplified border where a point inside the area may be. */
const SIMPLIFIED = 300

it('places in the demonstration data lie within their authority and catchment', () => {
  const read = (name: string): Record<string, string>[] =>
    parse(readFileSync(join(refdataDir, `${name}.csv`)), { columns: true, bom: true })
  const catchmentOf = new Map(read('subcatchments').map(({ id, catchmentId }) => [id, catchmentId]))
  const things = [...read('demo_projects'), ...read('demo_requirements')]
  const astray = things.flatMap(row => {
    const { projectId, requirementId, gridReference = '', lpaId = '', subcatchmentId = '' } = row
    const square = parseGridReference(gridReference)
    if (!square) return gridReference ? [`${projectId ?? requirementId}: ${gridReference}`] : []
    const own = builtInOutlinesOfArea({ subcatchmentId })
    const catchment =
      own.length > 0 ? own : builtInOutlinesOfArea({ catchmentId: catchmentOf.get(subcatchmentId) ?? '' })
    const isIn = (outlines: ReturnType<typeof builtInOutlinesOfArea>) =>
      outlines.some(outline => distanceFromOutline(gridSquareCentre(square), outline) <= SIMPLIFIED)
    return [
      ...(isIn(builtInOutlinesOfArea({ lpaId })) ? [] : [`${projectId ?? requirementId} is not in ${lpaId}`]),
      ...(subcatchmentId === '' || isIn(catchment)
        ? []
        : [`${projectId ?? requirementId} is not in ${subcatchmentId}`]),
    ]
  })
  expect(astray).toEqual([])
  expect(things.filter(({ gridReference }) => gridReference).length).toBeGreaterThan(100)
})

it('site outlines in the demonstration data lie within their catchments', () => {
  const read = (name: string): Record<string, string>[] =>
    parse(readFileSync(join(refdataDir, `${name}.csv`)), { columns: true, bom: true })
  const catchmentOf = new Map(read('subcatchments').map(({ id, catchmentId }) => [id, catchmentId]))
  const corners = demonstrationOutlines()
  const things = [...read('demo_projects'), ...read('demo_requirements')]
  const astray = things.flatMap(({ projectId, requirementId = projectId, subcatchmentId = '' }) => {
    const its = (corners.get(requirementId ?? '') ?? []).map(text => {
      const [easting = NaN, northing = NaN] = text.split(', ').map(Number)
      return gridToLatLong({ easting, northing })
    })
    const isIn = (point: LatLong) =>
      findAreasAtPoint(point).subcatchmentIds.includes(subcatchmentId) ||
      findAreasAtPoint(point).catchmentIds.includes(catchmentOf.get(subcatchmentId) ?? '')
    return subcatchmentId === '' || its.every(isIn) ? [] : [requirementId]
  })
  expect(astray).toEqual([])
  expect(read('demo_projects').filter(({ projectId = '' }) => !corners.has(projectId))).toEqual([])
})
