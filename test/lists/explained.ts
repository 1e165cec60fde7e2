import { Kysely } from 'kysely'
import pg from 'pg'
import { databaseTypeParsers } from '#server/store/database'
import { databasePlugins, NamingDialect } from '#server/store/naming'
import type { Database } from '#server/store/tables/tables'
import type { DatabaseConnectionConfig } from '../postgres.ts'

/** A statement that was sent to the database. */
interface Statement {
  sql: string
  parameters: readonly unknown[]
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** The rows that a statement read from one table, at one place of its plan. */
interface Scan {
  table: string
  how: string
  rows: number
}

const scansOf = (node: PlanNode): Scan[] => {
  const { 'Relation Name': table, 'Index Name': index, 'Node Type': type, 'Actual Loops': loops = 1 } = node
  const rows =
    ((node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)) *
    loops
  const own = table ? [{ table, how: index ? `${type} ${index}` : type, rows: Math.round(rows) }] : []
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)]
}

/** A database that records its statements and their plans. */
export const recordedDatabase = (reach: DatabaseConnectionConfig) => {
  const pool = new pg.Pool({ ...reach, types: databaseTypeParsers, max: 1 })
  const asked: Statement[] = []
  const db = new Kysely<Database>({
    dialect: new NamingDialect({ pool }),
    plugins: databasePlugins,
    log: ({ query }) => void asked.push({ sql: query.sql, parameters: query.parameters }),
  })
  return {
    db,
    /** Returns the statements of some work. */
    during: async (work: () => Promise<unknown>): Promise<Statement[]> => {
      asked.length = 0
      await work()
      return [...asked]
    },
    /** Returns what a statement reads, and how. */
    scans: async ({ sql, parameters }: Statement): Promise<Scan[]> => {
      const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json, timing off) ${sql}`,
        [...parameters],
      )
      return rows.flatMap(row => scansOf(row['QUERY PLAN'][0].Plan))
    },
    close: () => db.destroy(),
  }
}
