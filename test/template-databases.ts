import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { projectRoot } from '#server/process/places'

/** The files of templates: a folder for each, named like its database. */
export const TEMPLATE_FILES = join(projectRoot, '.cache/test-templates')

/** The prefix of all databases that one run of the tests copies from. */
export const templatesOf = (run: string): string => `template_${run}_`

/** The databases of a server whose names match a regular expression. */
export const databasesLike = async (client: pg.Client, pattern: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where datname ~ $1',
    [pattern],
  )
  return rows.map(({ name }) => name)
}

/** Drops these databases, and removes the files of templates among them. */
export const dropDatabases = async (client: pg.Client, names: readonly string[]): Promise<void> => {
  for (const name of names) {
    await client.query(`drop database if exists "${name}" with (force)`)
    rmSync(join(TEMPLATE_FILES, name), { recursive: true, force: true })
  }
}
