import {
  CamelCasePlugin,
  type PluginTransformQueryArgs,
  PostgresDialect,
  PostgresQueryCompiler,
} from 'kysely'

/**
 * Converts names of columns to the domain's spelling: "agreedWithEMB" can only be restored from its column name if each
 * capital is separated.
 */
class Names extends CamelCasePlugin {
  // `NamingCompiler` writes the names, so no copy of each query is needed.
  override transformQuery({ node }: PluginTransformQueryArgs) {
    return node
  }

  inTables(name: string): string {
    return this.snakeCase(name).replaceAll('"', '""')
  }

  inDomain(column: string): string {
    return this.camelCase(column)
  }
}

const naming = new Names({ maintainNestedObjectKeys: true, underscoreBetweenUppercaseLetters: true })

/** Turns the columns of answers into properties of the domain, where `nameRows` does not. */
export const databasePlugins = [naming]

const namesInTables = new Map<string, string>()

const nameInTables = (name: string): string => {
  const written = namesInTables.get(name) ?? naming.inTables(name)
  namesInTables.set(name, written)
  return written
}

/** Returns the SQL name of a table or column, given its name in the domain. */
export const toSqlName = (name: string): string => `"${nameInTables(name)}"`

/** Writes queries with the names of tables and columns for names of the domain. */
export class NamingCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return nameInTables(name)
  }
}

/** PostgreSQL with such queries. */
export class NamingDialect extends PostgresDialect {
  override createQueryCompiler(): NamingCompiler {
    return new NamingCompiler()
  }
}

const namesInDomain = new Map<string, string>()

const nameInDomain = (column: string): string => {
  const name = namesInDomain.get(column) ?? naming.inDomain(column)
  namesInDomain.set(column, name)
  return name
}

/** Makes rows with the domain's names of lists of values. */
export const nameRows = (
  columns: readonly { name: string }[],
  rows: readonly (readonly unknown[])[],
): Record<string, unknown>[] => {
  const names = columns.map(({ name }) => nameInDomain(name))
  return rows.map(values => {
    const row: Record<string, unknown> = {}
    for (let place = 0; place < names.length; place += 1) row[names[place]!] = values[place]
    return row
  })
}
