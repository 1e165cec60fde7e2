import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import type { DownloadCell } from '#domain/match/match-files'
import type { MapShape } from '../sites/shapes.ts'

/** Rows of a table with the shape of each; the first row is the headings. */
export type MapTableChunks = AsyncIterable<{ rows: DownloadCell[][]; shapes: (MapShape | null)[] }>

/** Writes a table as GeoJSON features (RFC 7946): each row's cells by heading, and its shape if it has one. */
export const writeGeoJsonTable = async function* (chunks: MapTableChunks): AsyncGenerator<string> {
  let titles: DownloadCell[] | undefined
  let separator = ''
  yield '{"type":"FeatureCollection","features":[\n'
  for await (const { rows, shapes } of chunks) {
    const [first, ...others] = rows
    const its = titles ? rows : others
    titles ??= first ?? []
    const headings = titles
    for (const [at, row] of its.entries()) {
      const properties = Object.fromEntries(row.map((cell, column) => [String(headings[column]), cell]))
      yield `${separator}${JSON.stringify({ type: 'Feature', geometry: shapes[at] ?? null, properties })}`
      separator = ',\n'
    }
  }
  yield '\n]}\n'
}

const HEADER = 'application_id = 0x47504B47; pragma user_version = 10300'

/** Tables that every GeoPackage has (OGC 12-128r19), and one layer in longitude and latitude. */
const TABLES = `
  create table gpkg_spatial_ref_sys (srs_name text not null, srs_id integer primary key, organization text not null,
    organization_coordsys_id integer not null, definition text not null, description text);
  insert into gpkg_spatial_ref_sys values
    ('Undefined Cartesian', -1, 'NONE', -1, 'undefined', null), ('Undefined geographic', 0, 'NONE', 0, 'undefined', null),
    ('WGS 84', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]', null);
  create table gpkg_contents (table_name text primary key, data_type text not null, identifier text unique, description text,
    last_change datetime not null default (strftime('%Y-%m-%dT%H:%M:%fZ','now')), min_x double, min_y double, max_x double,
    max_y double, srs_id integer references gpkg_spatial_ref_sys);
  create table gpkg_geometry_columns (table_name text primary key references gpkg_contents, column_name text not null,
    geometry_type_name text not null, srs_id integer not null references gpkg_spatial_ref_sys, z tinyint not null, m tinyint not null);`

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const whole = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4)
  return bytes
}
const doubles = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 8)
  for (const [at, value] of values.entries()) bytes.writeDoubleLE(value, at * 8)
  return bytes
}
const LITTLE = Buffer.from([1])

/**
 * A shape in the binary format of GeoPackage: a header without an envelope, then well-known binary, little-endian.
 */
const blobOf = (shape: MapShape): Buffer => {
  const header = Buffer.concat([Buffer.from([0x47, 0x50, 0, 1]), whole(4326), LITTLE])
  if (shape.type === 'Point') return Buffer.concat([header, whole(1), doubles(shape.coordinates)])
  const areas = shape.coordinates.map(rings =>
    Buffer.concat([
      LITTLE,
      whole(3, rings.length),
      ...rings.map(ring => Buffer.concat([whole(ring.length), doubles(ring.flat())])),
    ]),
  )
  return Buffer.concat([header, whole(6, shape.coordinates.length), ...areas])
}

const headingsOf = (titles: readonly DownloadCell[]): string[] =>
  titles.map((title, at) => (titles.indexOf(title) === at ? String(title) : `${title} (${at + 1})`))

const fill = async (db: DatabaseSync, layer: string, chunks: MapTableChunks): Promise<void> => {
  db.exec(`pragma ${HEADER}; pragma journal_mode = off; pragma synchronous = off; ${TABLES}`)
  db.prepare(
    `insert into gpkg_contents (table_name, data_type, identifier, srs_id) values (?, 'features', ?, 4326)`,
  ).run(layer, layer)
  db.prepare(`insert into gpkg_geometry_columns values (?, 'geom', 'GEOMETRY', 4326, 0, 0)`).run(layer)
  let insert: ReturnType<DatabaseSync['prepare']> | undefined
  for await (const { rows, shapes } of chunks) {
    let its = rows
    if (!insert) {
      const [titles = [], ...others] = rows
      its = others
      const columns = headingsOf(titles).map(quoted)
      db.exec(
        `create table ${quoted(layer)} (fid integer primary key autoincrement, geom geometry, ${columns.join(', ')})`,
      )
      insert = db.prepare(
        `insert into ${quoted(layer)} values (null, ?, ${columns.map(() => '?').join(', ')})`,
      )
    }
    db.exec('begin')
    for (const [at, row] of its.entries()) {
      const shape = shapes[at]
      insert.run(shape ? blobOf(shape) : null, ...row)
    }
    db.exec('commit')
  }
}

/** Writes a table as a GeoPackage with one layer, to a temporary file that is deleted once it is sent. */
export const writeGeoPackageTable = async (layer: string, chunks: MapTableChunks): Promise<Readable> => {
  const folder = await mkdtemp(join(tmpdir(), 'geopackage-'))
  const path = join(folder, 'list.gpkg')
  const away = () => void rm(folder, { recursive: true, force: true }).catch(() => {})
  try {
    const db = new DatabaseSync(path)
    try {
      await fill(db, layer, chunks)
    } finally {
      db.close()
    }
  } catch (error) {
    away()
    throw error
  }
  return createReadStream(path).once('close', away)
}
