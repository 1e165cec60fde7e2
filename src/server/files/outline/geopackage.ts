import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { broken, type Found, isTooMuch, otherSystem, type Shapes, systemCalled } from './shapes.ts'
import { geometryOf } from './wkb.ts'

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

/** Only plain tables are asked: what stands behind a view or a virtual table could be anything. */
const isPlainTable = (db: DatabaseSync, name: string): boolean => {
  const found = db.prepare("select sql from sqlite_master where type = 'table' and name = ?").get(name)
  const made = typeof found?.sql === 'string' ? found.sql : ''
  return /^create table/i.test(made) && !/\bgenerated\s+always\b|\bas\s*\(/i.test(made)
}

/** The layer in which the planning system keeps the line around a site. */
const RED_LINE = 'red line boundary'

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** The layer that is meant: the one that was named, the only one, or the red line; else a sentence that asks for it. */
const layerAmong = (layers: readonly Layer[], asked: string | null): Layer | string => {
  const [first, another] = layers
  if (!first) return 'The GeoPackage holds no layer of areas. Save the boundary into it.'
  const called = (name: string) => layers.find(layer => plain(layer.tableName) === plain(name))
  const names = layers.map(({ tableName }) => `“${tableName}”`).join(', ')
  if (asked !== null)
    return called(asked) ?? `The GeoPackage holds no layer called “${asked}”. Give one of these: ${names}.`
  if (!another) return first
  return (
    called(RED_LINE) ??
    `The GeoPackage holds several layers: ${names}. Give the name of the one that holds the boundary as the layer.`
  )
}

const TABLES = ['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys']

const shapesIn = (db: DatabaseSync, asked: string | null): Found => {
  db.exec('pragma trusted_schema = off; pragma query_only = on; pragma cell_size_check = on')
  if (!TABLES.every(name => isPlainTable(db, name))) return broken('GeoPackage')
  const layer = layerAmong(layersOf(db), asked)
  if (typeof layer === 'string') return layer
  const { tableName, columnName, organization, code } = layer
  if (!isPlainTable(db, tableName)) return broken('GeoPackage')
  const called = `${organization}:${code}`
  const system = systemCalled(called)
  if (!system) return otherSystem(called)
  const shapes: Shapes = { system, areas: [], others: 0 }
  const rows = db.prepare(`select ${named(columnName)} as shape from ${named(tableName)} limit ${MOST_ROWS}`)
  for (const { shape } of rows.iterate()) {
    if (!(shape instanceof Uint8Array)) continue
    const { areas, others } = geometryOf(Buffer.from(shape.buffer, shape.byteOffset, shape.byteLength))
    shapes.areas.push(...areas)
    shapes.others += others
    if (isTooMuch(shapes.areas)) break
  }
  return shapes
}

/** Reads the areas of a layer of a GeoPackage at a path: of the one that is named, the only one, or the red line of a planning application. Nothing is written, and nothing of its own program is run. */
export const geoPackageShapes = (path: string, layer: string | null): Found => {
  // Nobody else writes it, so that a file which was copied while it was open can be read as well.
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
    return broken('GeoPackage')
  }
}
