import pg from 'pg'

/** What was copied, by id: rounds still in draft, and projects offered in a round that is open for offers. */
export interface Copies {
  roundId: string
  rounds: string[]
  projects: string[]
}

const ROUND = 'RD-SOL-1'
const DRAFT = 'RD-SOL-2'

/** Copies rows called `original`: every column as it is there, but those of which something else is said. Answers the ids. */
export type Copy = (table: string, said: Record<string, string>, from: string) => Promise<string[]>

const copyOn =
  (client: pg.Client): Copy =>
  async (table, said, from) => {
    const { rows: columns } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_identity = 'NO'`,
      [table],
    )
    const names = columns.map(({ name }) => name)
    const { rows } = await client.query<{ id: string }>(
      `insert into ${table} (${names.join(', ')})
       select ${names.map(name => said[name] ?? `original.${name}`).join(', ')} from ${from} returning id`,
    )
    return rows.map(({ id }) => id)
  }

/** Fills an installation in one transaction by copying what is there. */
export const filled = async <T>(
  reach: pg.ClientConfig,
  work: (copy: Copy, client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client(reach)
  await client.connect()
  try {
    await client.query('begin')
    const made = await work(copyOn(client), client)
    await client.query('commit')
    await client.query('vacuum analyze')
    return made
  } finally {
    await client.end()
  }
}

/** Fills an installation with so many projects with their services in one round, and draft rounds. */
export const fill = (reach: pg.ClientConfig, howMany: number): Promise<Copies> =>
  filled(reach, async copy => {
    const numbered = { id: `original.id || '-' || n`, name: `original.name || ' ' || n` }
    const projects = await copy(
      'project',
      { ...numbered, group_id: 'null' },
      `(select *, count(*) over () as of from project where round_id = '${ROUND}' and status = 'Offered') as original
         cross join generate_series(1, ${howMany} / of + 1) as n order by n, original.id limit ${howMany}`,
    )
    await copy(
      'service',
      { id: `original.id || substring(copy.id from '-.*')`, project_id: 'copy.id' },
      `service original join project copy on original.project_id || substring(copy.id from '-.*') = copy.id`,
    )
    const rounds = await copy(
      'round',
      numbered,
      `round original cross join generate_series(1, 16) as n where original.id = '${DRAFT}'`,
    )
    return { roundId: ROUND, rounds, projects }
  })

/** Which PostgreSQL this is. */
export const versionOf = async (reach: pg.ClientConfig): Promise<string> => {
  const client = new pg.Client(reach)
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  return rows[0]?.server_version ?? 'unknown'
}
