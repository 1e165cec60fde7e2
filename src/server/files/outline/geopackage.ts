import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import {
  unreadableFileError,
  type ShapesResult,
  exceedsOutlineLimits,
  unsupportedCoordinateSystemError,
  type FileShapes,
  findCoordinateSystem,
} from './shapes.ts'
import { readGeoPackageGeometry } from './wkb.ts'

const MOST_ROWS = 1000

interface Layer {
  tableName: string
  columnName: string
  organization: string | null
  code: number | null
}

const LAYERS = `select c.table_name as tableName, g.column_name as columnName, s.organization as organization,
    s.organization_coordsys_id as code
  from gpkg_contents c join gpkg_geometry_columns g on g.table_name = c.table_name
  left join gpkg_spatial_ref_sys s on s.srs_id = g.srs_id
  where c.data_type = 'features' order by c.table_name limit 100`

const named = (name: string): string => `"${name.replaceAll('"', '""')}"`

const layersOf = (db: DatabaseSync): Layer[] =>
  db
    .prepare(LAYERS)
    .all()
    .map(row => ({
      tableName: String(row.tableName),
      columnName: String(row.columnName),
      organization: row.organization === null ? null : String(row.organization),
      code: row.code === null ? null : Number(row.code),
    }))

/** Only plain tables are read: a view or a virtual table could run anything. */
const isPlainTable = (db: DatabaseSync, name: string): boolean => {
  const found = db.prepare("select sql from sqlite_master where type = 'table' and name = ?").get(name)
  const made = typeof found?.sql === 'string' ? found.sql : ''
  return /^create table/i.test(made) && !/\bgenerated\s+always\b|\bas\s*\(/i.test(made)
}

/** The layer in which the planning system has the line around a site. */
const RED_LINE = 'red line boundary'

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Chooses the layer: the named one, the only one, or the red line; else returns a sentence that asks for it. */
const layerAmong = (layers: readonly Layer[], asked: string | null): Layer | string => {
  const [first, another] = layers
  if (!first) return 'The GeoPackage contains no layer with areas. Save the boundary into it.'
  const called = (name: string) => layers.find(layer => plain(layer.tableName) === plain(name))
  const names = layers.map(({ tableName }) => `“${tableName}”`).join(', ')
  if (asked !== null)
    return (
      called(asked) ?? `The GeoPackage contains no layer called “${asked}”. Enter one of these: ${names}.`
    )
  if (!another) return first
  return (
    called(RED_LINE) ??
    `The GeoPackage contains several layers: ${names}. Enter the name of the layer with the boundary.`
  )
}

const TABLES = ['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys']

const shapesIn = (db: DatabaseSync, asked: string | null): ShapesResult => {
  db.exec('pragma trusted_schema = off; pragma query_only = on; pragma cell_size_check = on')
  if (!TABLES.every(name => isPlainTable(db, name))) return unreadableFileError('GeoPackage')
  const layer = layerAmong(layersOf(db), asked)
  if (typeof layer === 'string') return layer
  const { tableName, columnName, organization, code } = layer
  if (!isPlainTable(db, tableName)) return unreadableFileError('GeoPackage')
  const called = `${organization}:${code}`
  const system = findCoordinateSystem(called)
  if (!system) return unsupportedCoordinateSystemError(called)
  const shapes: FileShapes = { system, areas: [], others: 0 }
  const rows = db.prepare(`select ${named(columnName)} as shape from ${named(tableName)} limit ${MOST_ROWS}`)
  for (const { shape } of rows.iterate()) {
    if (!(shape instanceof Uint8Array)) continue
    const { areas, others } = readGeoPackageGeometry(
      Buffer.from(shape.buffer, shape.byteOffset, shape.byteLength),
    )
    shapes.areas.push(...areas)
    shapes.others += others
    if (exceedsOutlineLimits(shapes.areas)) break
  }
  return shapes
}

/**
 * Reads the areas of a layer of the GeoPackage at a path: the named one, the only one, or the red line of a planning
 * application. It writes nothing, and runs no code in the file.
 */
export const readGeoPackageShapes = (path: string, layer: string | null): ShapesResult => {
  // No one else writes to the file, so that a copy made while the original was open can be read as well.
  const place = new URL(`${pathToFileURL(path).href}?mode=ro&immutable=1`)
  try {
    const db = new DatabaseSync(place, {
      readOnly: true,
      allowExtension: false,
      enableForeignKeyConstraints: false,
    })
    try {
      return shapesIn(db, layer)
    } finally {
      db.close()
    }
  } catch {
    return unreadableFileError('GeoPackage')
  }
}
