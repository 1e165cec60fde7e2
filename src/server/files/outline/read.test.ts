import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { gridToLatLong } from '#domain/place/osgb'
import { projectRoot } from '../../process/places.ts'
import { readSiteOutline } from './read.ts'

const folder = mkdtempSync(join(tmpdir(), 'outlines-'))
const sample = (name: string) => {
  const path = join(projectRoot, 'test/boundaries', name)
  return readSiteOutline(readFileSync(path), path)
}
const text = (content: string) => readSiteOutline(Buffer.from(content), '')
const inGrid = (coordinates: unknown, type = 'Polygon', name = 'urn:ogc:def:crs:EPSG::27700') =>
  text(JSON.stringify({ type, coordinates, crs: { type: 'name', properties: { name } } }))

const [E, N] = [343_600, 121_100]
const square = (side: number, [east, north] = [0, 0]) =>
  [
    [0, 0],
    [side, 0],
    [side, side],
    [0, side],
    [0, 0],
  ].map(([x = 0, y = 0]) => [E + east + x, N + north + y])
const kml = (inside: string, head = '') =>
  text(`<?xml version="1.0"?>${head}<kml><Document><Placemark>${inside}</Placemark></Document></kml>`)
const inDegrees = (ring: number[][]) =>
  ring
    .map(([easting = 0, northing = 0]) => gridToLatLong({ easting, northing }))
    .map(({ latitude, longitude }) => `${longitude},${latitude},0`)
    .join(' ')

it.each([
  ['shape-27700.geojson', 3702, 'EPSG:27700'],
  ['shape-27700.zip', 3702, 'EPSG:27700'],
  ['land-boundary-4326.geojson', 2323, 'EPSG:4326'],
  ['geopackage-land-boundary-4326.gpkg', 2323, 'EPSG:4326'],
  ['crosses-welsh-border-4326.geojson', 121, 'EPSG:4326'],
])('the upload %s has an outline of about %i square metres', (name, area, system) => {
  expect(sample(name)).toMatchObject({ area, system })
})

it('a line that crosses itself around less than a square metre is repaired with a note', () => {
  expect(sample('land-boundary-4326.geojson')).toMatchObject({ notes: [expect.stringMatching(/corrected/)] })
})

it('KML is read with its holes, and gives the same area as metric coordinates within a thousandth', () => {
  const ring = (name: string, side: number, at: [number, number]) =>
    `<${name}><LinearRing><coordinates>${inDegrees(square(side, at))}</coordinates></LinearRing></${name}>`
  const read = kml(
    `<Polygon>${ring('innerBoundaryIs', 20, [40, 40])}${ring('outerBoundaryIs', 100, [0, 0])}</Polygon>`,
  )
  expect(typeof read === 'string' ? read : Math.abs(read.area - 9600)).toBeLessThan(10)
})

it('rings wound the wrong way, repeated points and open rings are repaired', () => {
  const [a, b, c, d] = square(100)
  const right = inGrid([square(100)])
  expect(right).toMatchObject({ area: 10_000 })
  expect(inGrid([[a, d, c, b]])).toEqual(right)
  expect(inGrid([[a, a, b, c, c, d]])).toEqual(right)
})

it('areas are merged, and holes subtracted', () => {
  const whole = inGrid([[square(100), square(20, [10, 10])], [square(50, [100, 0])]], 'MultiPolygon')
  expect(whole).toMatchObject({ area: 10_000 - 400 + 2500, notes: [expect.stringMatching(/2 areas/)] })
})

const packed = (name: string, ...statements: string[]) => {
  const path = join(folder, `${name}.gpkg`)
  const db = new DatabaseSync(path)
  db.exec(`create table gpkg_contents (table_name, data_type); create table gpkg_geometry_columns (table_name, column_name, srs_id);
    create table gpkg_spatial_ref_sys (srs_id, organization, organization_coordsys_id);
    insert into gpkg_spatial_ref_sys values (1, 'EPSG', 27700); insert into gpkg_geometry_columns values ('land', 'geom', 1);
    insert into gpkg_contents values ('land', 'features');`)
  for (const statement of statements) db.exec(statement)
  db.close()
  return readSiteOutline(readFileSync(path), path)
}
/** A ring as a GeoPackage stores it, in hexadecimal: its header, then one polygon as WKB, all little endian. */
const packedShape = (ring: number[][]): string => {
  const words = Buffer.alloc(13)
  words.writeUInt8(1)
  for (const [at, word] of [3, 1, ring.length].entries()) words.writeUInt32LE(word, 1 + 4 * at)
  const head = Buffer.from([0x47, 0x50, 0, 1, 1, 0, 0, 0])
  return Buffer.concat([head, words, Buffer.from(new Float64Array(ring.flat()).buffer)]).toString('hex')
}
/** A file with the layers of the digital metric: one table each. */
const ofMetric = (name: string, layer: string | null = null) => {
  const layers = { 'Red Line Boundary': 100, Habitats: 50, Rivers: null }
  packed(
    name,
    'delete from gpkg_contents; delete from gpkg_geometry_columns',
    ...Object.entries(layers).map(
      ([called, side]) =>
        `create table "${called}" (geom); insert into gpkg_contents values ('${called}', 'features');
        insert into gpkg_geometry_columns values ('${called}', 'geom', 1);
        ${side === null ? '' : `insert into "${called}" values (x'${packedShape(square(side))}');`}`,
    ),
  )
  const path = join(folder, `${name}.gpkg`)
  return readSiteOutline(readFileSync(path), path, layer)
}

it('the red-line layer, or a named layer, is read from several', () => {
  expect(ofMetric('metric')).toMatchObject({ area: 10_000, system: 'EPSG:27700' })
  expect(ofMetric('red', 'red_line boundary')).toMatchObject({ area: 10_000 })
  expect(ofMetric('habitats', 'Habitats')).toMatchObject({ area: 2500 })
})

const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
const many = Array.from({ length: 11_000 }, (_, at) => [
  E + 500 * Math.cos(at / 1750.7),
  N + 500 * Math.sin(at / 1750.7),
])
const BOMB = `<!DOCTYPE kml [<!ENTITY a "1,1 "><!ENTITY b "&a;&a;&a;&a;">]>`

it.each([
  ['unreadable content', () => text(' '.repeat(1024)), /cannot be read/],
  ['JSON that is no map', () => text('{"a": 1}'), /contains no area|only points or lines/],
  [
    'brackets in brackets',
    () => text(`{"type":"Polygon","coordinates":${nested}}`),
    /cannot be read|not a number|three/,
  ],
  [
    'collections in collections',
    () => text('{"type":"GeometryCollection","geometries":['.repeat(50) + '{}' + ']}'.repeat(50)),
    /more than the boundary/,
  ],
  ['eleven thousand points', () => inGrid([many]), /more than the boundary|10,000/],
  ['a line only', () => inGrid(square(100), 'LineString'), /only points or lines/],
  ['points that are no numbers', () => inGrid([[[null, null], ['a', 'b'], [1], {}]]), /not a number/],
  [
    'endless coordinates',
    () =>
      inGrid([
        [
          [1e308, 1e308],
          [-1e308, 1e308],
          [0, -1e308],
        ],
      ]),
    /not in England/,
  ],
  [
    'a site in Edinburgh',
    () =>
      inGrid([
        [
          [325_000, 673_000],
          [325_100, 673_000],
          [325_100, 673_100],
        ],
      ]),
    /not in England/,
  ],
  [
    'another coordinate system',
    () => inGrid([square(100)], 'Polygon', 'EPSG:3857'),
    /EPSG:3857 is not supported/,
  ],
  [
    'metres declared as degrees',
    () => text(JSON.stringify({ type: 'Polygon', coordinates: [square(100)] })),
    /does not name its coordinate system/,
  ],
  ['two corners', () => inGrid([square(100).slice(0, 2)]), /fewer than three corners/],
  [
    'an hourglass',
    () => inGrid([[square(100)[0], square(100)[2], square(100)[1], square(100)[3]]]),
    /crosses or touches itself near 343/,
  ],
  [
    'overlapping areas',
    () => inGrid([[square(100)], [square(100, [50, 50])]], 'MultiPolygon'),
    /overlap each other/,
  ],
  ['a hole outside', () => inGrid([square(100), square(10, [200, 200])]), /overlap each other, or a hole/],
  ['a county', () => inGrid([square(40_000)]), /50,000 hectares/],
  ['KML with entities', () => kml('<Polygon>&b;</Polygon>', BOMB), /refers to other files/],
  ['KML that is cut off', () => text('<kml><Polygon><outerBoundaryIs><coordinates>1,2 '), /cannot be read/],
  [
    'KML without numbers',
    () =>
      kml('<Polygon><outerBoundaryIs><coordinates>a,b ,, NaN,NaN</coordinates></outerBoundaryIs></Polygon>'),
    /not a number/,
  ],
  [
    'a package whose layer is a view',
    () => packed('view', 'create table x (g); create view land as select zeroblob(1e9) as geom from x'),
    /cannot be read/,
  ],
  [
    'a package whose contents are a view',
    () => packed('contents', 'drop table gpkg_contents; create view gpkg_contents as select 1 as table_name'),
    /cannot be read/,
  ],
  [
    'a package with a generated column',
    () => packed('worked', 'create table land (a, geom as (zeroblob(500000000)))'),
    /cannot be read/,
  ],
  [
    'a package with triggers and no shape',
    () =>
      packed(
        'trigger',
        'create table land (geom); create trigger t after insert on land begin delete from land; end; insert into land values (null)',
      ),
    /contains no area/,
  ],
  [
    'a package with shapes that claim more than they contain',
    () =>
      packed(
        'shape',
        "create table land (geom); insert into land values (x'475000010000000001030000000000FFFF')",
      ),
    /cannot be read/,
  ],
  [
    'a package of two layers',
    () =>
      packed(
        'two',
        "create table land (geom); insert into gpkg_contents values ('other', 'features'); insert into gpkg_geometry_columns values ('other', 'geom', 1)",
      ),
    /several layers: “land”, “other”. Enter the name of the layer with the boundary/,
  ],
  [
    'a package without the named layer',
    () => ofMetric('ponds', 'Ponds'),
    /no layer called “Ponds”. Enter one of these: “Habitats”, “Red Line Boundary”, “Rivers”/,
  ],
  [
    'a package in another system',
    () =>
      packed(
        'system',
        'create table land (geom); update gpkg_spatial_ref_sys set organization_coordsys_id = 32630',
      ),
    /EPSG:32630 is not supported/,
  ],
])('refuses %s with a reason', (_what, read, why) => {
  expect(read()).toMatch(why)
})

it('a file cut off at any point is refused, whatever its format', () => {
  for (const name of ['shape-27700.zip', 'geopackage-land-boundary-4326.gpkg', 'shape-27700.geojson']) {
    const whole = readFileSync(join(projectRoot, 'test/boundaries', name))
    for (const part of [1, 3, 7, 9]) {
      const path = join(folder, `${part}-${name}`)
      const cut = whole.subarray(0, Math.floor((whole.length * part) / 10))
      writeFileSync(path, cut)
      expect(readSiteOutline(cut, path), `${name} cut at ${part} tenths`).toEqual(expect.any(String))
    }
  }
})
