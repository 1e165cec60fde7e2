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
  where c.data_type = 'features' limit 2`

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

const TABLES = ['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys']

const shapesIn = (db: DatabaseSync): Found => {
  db.exec('pragma trusted_schema = off; pragma query_only = on; pragma cell_size_check = on')
  if (!TABLES.every(name => isPlainTable(db, name))) return broken('GeoPackage')
  const [layer, another] = layersOf(db)
  if (!layer) return 'The GeoPackage holds no layer of areas. Save the boundary into it.'
  if (another) return 'The GeoPackage holds several layers. Save only that of the boundary.'
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

/** Reads the areas of the one layer of a GeoPackage at a path. Nothing is written, and nothing of its own program is run. */
export const geoPackageShapes = (path: string): Found => {
  // Nobody else writes it, so that a file which was copied while it was open can be read as well.
  const place = new URL(`${pathToFileURL(path).href}?mode=ro&immutable=1`)
  try {
    const db = new DatabaseSync(place, {
      readOnly: true,
      allowExtension: false,
      enableForeignKeyConstraints: false,
    })
    try {
      return shapesIn(db)
    } finally {
      db.close()
    }
  } catch {
    return broken('GeoPackage')
  }
}
